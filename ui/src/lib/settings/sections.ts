// The sections of the settings, from top to bottom. A new section is a component that takes the
// frame's view, or nothing, and a line here.

import type { Component } from 'svelte';
import type { AppView } from '$lib/bindings';
import AgentSettings from '../agent/AgentSettings.svelte';
import Benchmarks from '../benchmark/Benchmarks.svelte';
import People from '../people/People.svelte';
import Appearance from './Appearance.svelte';
import AtHome from './AtHome.svelte';
import Channel from './Channel.svelte';
import Host from './Host.svelte';
import Mail from './Mail.svelte';
import Mandate from './Mandate.svelte';
import Screening from './Screening.svelte';
import AgentPub from './AgentPub.svelte';
import Quorum from './Quorum.svelte';
import You from './You.svelte';

export interface Section {
  id: string;
  section: Component<{ view: AppView }> | Component;
}

export const sections: readonly Section[] = [
  { id: 'channel', section: Channel },
  { id: 'people', section: People },
  { id: 'mail', section: Mail },
  { id: 'agentpub', section: AgentPub },
  { id: 'mandate', section: Mandate },
  { id: 'screening', section: Screening },
  { id: 'quorum', section: Quorum },
  { id: 'benchmarks', section: Benchmarks },
  { id: 'agent', section: AgentSettings },
  { id: 'you', section: You },
  { id: 'host', section: Host },
  { id: 'home', section: AtHome },
  { id: 'appearance', section: Appearance },
];
