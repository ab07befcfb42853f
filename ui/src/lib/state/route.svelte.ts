/** Screens of the navigation in its order; what each holds stands in `frame/screens.ts`. */
export const SCREENS = ['today', 'deals', 'vendors', 'verify', 'settings'] as const;

export type NavScreen = (typeof SCREENS)[number];
export type Screen = NavScreen | 'deal';

class Route {
  screen = $state<Screen>('today');
  dealId = $state('');

  go(screen: NavScreen): void {
    this.screen = screen;
  }

  openDeal(id: string): void {
    this.dealId = id;
    this.screen = 'deal';
  }
}

export const route = new Route();
