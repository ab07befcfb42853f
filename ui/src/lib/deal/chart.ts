// Places for the chart. Figures become numbers here to be drawn, never to be shown.

import type { RoundPoint } from '$lib/bindings';

export interface Dot {
  x: number;
  y: number;
  vendor: boolean;
  amount: string;
}

export interface Plot {
  dots: Dot[];
  target: number | undefined;
  limit: number | undefined;
  /** Amounts at the top and the bottom of the scale, as decimal text of a point that stands there. */
  high: { y: number; amount: string };
  low: { y: number; amount: string };
}

export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export function plot(
  points: RoundPoint[],
  target: string | null,
  limit: string | null,
  frame: Frame,
): Plot | undefined {
  const amounts = points.map((point) => point.annual_total);
  for (const line of [target, limit]) if (line !== null) amounts.push(line);
  const sorted = [...amounts].sort((a, b) => Number(a) - Number(b));
  const [low, high] = [sorted[0], sorted.at(-1)];
  if (low === undefined || high === undefined || points.length === 0) return undefined;
  const [min, max] = [Number(low), Number(high)];
  const span = max - min;
  const y = (text: string) =>
    span > 0
      ? frame.bottom - ((Number(text) - min) / span) * (frame.bottom - frame.top)
      : (frame.top + frame.bottom) / 2;
  const step = points.length > 1 ? (frame.right - frame.left) / (points.length - 1) : 0;
  const first = points.length > 1 ? frame.left : (frame.left + frame.right) / 2;
  return {
    dots: points.map((point, at) => ({
      x: first + at * step,
      y: y(point.annual_total),
      vendor: point.vendor,
      amount: point.annual_total,
    })),
    target: target === null ? undefined : y(target),
    limit: limit === null ? undefined : y(limit),
    high: { y: y(high), amount: high },
    low: { y: y(low), amount: low },
  };
}

export function polyline(dots: Dot[]): string {
  return dots.map((dot) => `${dot.x.toFixed(1)},${dot.y.toFixed(1)}`).join(' ');
}
