// When what the screen holds no longer stands in the way.

import type { Problem, Review } from '$lib/bindings';

/** What stands in the way of a review once these marks are released. */
export function stands(review: Review, released: readonly number[]): Problem | null {
  const { obstacle, screen } = review;
  const all = screen.marks.every((_, at) => released.includes(at));
  return obstacle?.code === 'screen_held' && screen.outcome === 'held' && all ? null : obstacle;
}
