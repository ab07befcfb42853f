import type { FoundView } from '$lib/bindings';
import { at } from './people';

export const found: FoundView = {
  hits: [
    {
      kind: 'offer',
      deal: 'd-contoso',
      deal_title: 'Contoso CRM renewal',
      entry: 'event:s-contoso:7',
      title: '',
      who: 'Contoso Seller Agent',
      at: at(-60 * 24 * 370),
      lines: [
        {
          sku: 'CRM-ENT',
          description: 'CRM Enterprise seats',
          unit_price: '1088',
          currency: 'USD',
          unit: 'seat/year',
        },
      ],
    },
    {
      kind: 'mail',
      deal: 'd-contoso',
      deal_title: 'Contoso CRM renewal',
      entry: 'mail:1',
      title: 'Renewal of your CRM Enterprise seats',
      who: 'rene@contoso.example',
      at: at(-60 * 24 * 20),
      lines: [],
    },
  ],
  still_reading: false,
};
