export type Screen = 'today' | 'deals' | 'deal' | 'vendors' | 'verify' | 'settings';

export const SCREENS = ['today', 'deals', 'vendors', 'verify', 'settings'] as const;

class Route {
  screen = $state<Screen>('today');
  dealId = $state('');

  go(screen: Exclude<Screen, 'deal'>): void {
    this.screen = screen;
  }

  openDeal(id: string): void {
    this.dealId = id;
    this.screen = 'deal';
  }
}

export const route = new Route();
