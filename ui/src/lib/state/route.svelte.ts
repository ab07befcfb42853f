/** Screens of the navigation in its order; what each holds stands in `frame/screens.ts`. */
export const SCREENS = ['today', 'deals', 'vendors', 'verify', 'settings'] as const;

export type NavScreen = (typeof SCREENS)[number];
export type Screen = NavScreen | 'deal';

class Route {
  screen = $state<Screen>('today');
  dealId = $state('');
  /** The entry that is looked for in the deal, until it has been shown. */
  entry = $state<string>();

  /** The section of the settings that is looked for, until it has been shown. */
  section = $state<string>();

  settings(section: string): void {
    this.section = section;
    this.screen = 'settings';
  }

  go(screen: NavScreen): void {
    this.screen = screen;
  }

  openDeal(id: string, entry?: string): void {
    this.dealId = id;
    this.entry = entry;
    this.screen = 'deal';
  }
}

export const route = new Route();
