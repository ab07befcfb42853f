// Times come as RFC 3339 text and are shown in the reader's locale and zone.

import { LOCALE } from './locale';

export function millis(at: string): number | undefined {
  const time = Date.parse(at);
  return Number.isNaN(time) ? undefined : time;
}

const DAY = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function format(key: string, options: Intl.DateTimeFormatOptions, locale = LOCALE) {
  const id = `${key} ${locale}`;
  const known = formats.get(id);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  formats.set(id, made);
  return made;
}

/** Day and time, as long as it must be to be clear from `now`. */
export function shortTime(at: string, now: number, locale = LOCALE): string {
  const time = millis(at);
  if (time === undefined) return at;
  // Spaces inside the time of day do not break, so that a narrow column breaks before it.
  const clock = format('clock', { hour: 'numeric', minute: '2-digit' }, locale)
    .format(time)
    .replace(/\s/g, '\u00a0');
  if (new Date(time).toDateString() === new Date(now).toDateString()) return clock;
  if (time < now && now - time < 6 * DAY) {
    return `${format('weekday', { weekday: 'short' }, locale).format(time)} ${clock}`;
  }
  return `${day(at, now, locale)} ${clock}`;
}

/** The day alone; with the year where it is not this one. */
export function day(at: string, now: number, locale = LOCALE): string {
  const time = millis(at);
  if (time === undefined) return at;
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return sameYear
    ? format('day', { day: 'numeric', month: 'short' }, locale).format(time)
    : format('day-year', { day: 'numeric', month: 'short', year: 'numeric' }, locale).format(time);
}

export function fullTime(at: string, locale = LOCALE): string {
  const time = millis(at);
  if (time === undefined) return at;
  return format('full', { dateStyle: 'full', timeStyle: 'long' }, locale).format(time);
}

export interface Left {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** What is left until `at`; undefined when nothing is, or `at` is no time. */
export function left(at: string, now: number): Left | undefined {
  const time = millis(at);
  if (time === undefined || time <= now) return undefined;
  const seconds = Math.floor((time - now) / 1000);
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  };
}

const TYPED = /^(\d{4})-(\d{1,2})-(\d{1,2})[ T](\d{1,2}):(\d{2})$/;

/** How a time is typed: `2026-11-24 14:31`, in the reader's zone. What is no time stays. */
export function toTyped(at: string): string {
  const time = millis(at);
  if (time === undefined) return at;
  const date = new Date(time);
  const two = (n: number) => String(n).padStart(2, '0');
  const year = String(date.getFullYear()).padStart(4, '0');
  const ymd = `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${ymd} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Back to RFC 3339. Text that is no time of the calendar is handed on: the desk refuses it. */
export function fromTyped(text: string): string {
  const found = TYPED.exec(text.trim());
  if (!found) return text.trim();
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = found.slice(1).map(Number);
  const date = new Date(year, month - 1, day, hour, minute);
  const real = date.getMonth() === month - 1 && date.getDate() === day && date.getHours() === hour;
  return real ? date.toISOString().replace('.000Z', 'Z') : text.trim();
}
