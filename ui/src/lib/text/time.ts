// Times come as RFC 3339 text and are shown in the reader's locale and zone.

export function millis(at: string): number | undefined {
  const time = Date.parse(at);
  return Number.isNaN(time) ? undefined : time;
}

const DAY = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function format(key: string, options: Intl.DateTimeFormatOptions, locale?: string) {
  const id = `${key} ${locale ?? ''}`;
  const known = formats.get(id);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  formats.set(id, made);
  return made;
}

/** Day and time, as long as it must be to be clear from `now`. */
export function shortTime(at: string, now: number, locale?: string): string {
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
export function day(at: string, now: number, locale?: string): string {
  const time = millis(at);
  if (time === undefined) return at;
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return sameYear
    ? format('day', { day: 'numeric', month: 'short' }, locale).format(time)
    : format('day-year', { day: 'numeric', month: 'short', year: 'numeric' }, locale).format(time);
}

export function fullTime(at: string, locale?: string): string {
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

/** Value for `<input type="datetime-local">`, in the reader's zone. */
export function toLocalInput(at: string): string {
  const time = millis(at);
  if (time === undefined) return '';
  const date = new Date(time);
  const two = (n: number) => String(n).padStart(2, '0');
  const ymd = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${ymd}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Back to RFC 3339; empty text where it is no time. */
export function fromLocalInput(text: string): string {
  const time = new Date(text).getTime();
  return Number.isNaN(time) ? '' : new Date(time).toISOString().replace('.000Z', 'Z');
}
