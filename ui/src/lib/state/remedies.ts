import { commands } from '$lib/bindings';
import type { Remedy } from '$lib/problems';
import { answerOf } from './answer-of';
import { app } from './desk.svelte';
import { route } from './route.svelte';

export async function retryKeychain(): Promise<void> {
  const answer = await answerOf(commands.retryKeychain());
  if (answer.status === 'ok') app.take(answer.data);
  else app.problem = answer.error;
}

/** The person has seen what the host refused of what was done without it. */
async function seenRefused(): Promise<void> {
  const answer = await answerOf(commands.dismissRefused());
  if (answer.status === 'ok') app.take(answer.data);
  else app.problem = answer.error;
}

/** Does what the button beside a problem says. */
export function act(remedy: NonNullable<Remedy>): void {
  switch (remedy) {
    case 'retry_keychain':
      void retryKeychain();
      break;
    case 'open_settings':
    case 'sign_in_again':
      route.go('settings');
      break;
    case 'seen_refused':
      void seenRefused();
      break;
    case 'open_vendors':
      route.go('vendors');
      break;
  }
}
