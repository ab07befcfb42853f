import type { Problem } from '$lib/bindings';

export type Answer<T> = { status: 'ok'; data: T } | { status: 'error'; error: Problem };

/** What broke before a command could answer at all is a defect, and said as one. */
export async function answerOf<T>(asked: Promise<Answer<T>>): Promise<Answer<T>> {
  try {
    return await asked;
  } catch (thrown) {
    const reference = thrown instanceof Error ? thrown.message : String(thrown);
    return { status: 'error', error: { code: 'defect', facts: { reference } } };
  }
}
