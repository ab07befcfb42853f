import { describe, expect, it } from 'vitest';
import type { Answer } from './answer-of';
import { Topic } from './topic.svelte';

function questions() {
  const open: ((answer: Answer<number>) => void)[] = [];
  const topic = new Topic<number>(() => new Promise((answer) => open.push(answer)));
  return { topic, open };
}

describe('a topic', () => {
  it('answers many calls by one further asking', async () => {
    const { topic, open } = questions();
    const first = topic.ask();
    void topic.ask();
    void topic.ask();
    expect(open).toHaveLength(1);
    open[0]?.({ status: 'ok', data: 1 });
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    expect(open).toHaveLength(2);
    open[1]?.({ status: 'ok', data: 2 });
    await first;
    expect(topic.value).toBe(2);
  });

  it('does not take a late answer for the next question’s', async () => {
    const { topic, open } = questions();
    const late = topic.ask();
    topic.forget();
    const next = topic.ask();
    open[1]?.({ status: 'ok', data: 2 });
    await next;
    open[0]?.({ status: 'ok', data: 1 });
    await late;
    expect(topic.value).toBe(2);
  });

  it('keeps what it knew beside a problem', async () => {
    const { topic, open } = questions();
    topic.take(5);
    const asking = topic.ask();
    open[0]?.({ status: 'error', error: { code: 'host_down', facts: {} } });
    await asking;
    expect(topic.value).toBe(5);
    expect(topic.problem?.code).toBe('host_down');
  });
});
