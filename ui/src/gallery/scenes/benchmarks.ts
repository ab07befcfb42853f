// Benchmarks in the settings: what was taken in, and a table before it is.

import type { BenchmarkImport, BenchmarkView, TablePreview } from '$lib/bindings';
import { at } from '../people';
import type { Picture } from '../scenes';

const market = (sku: string, description: string, points: [number, string][]): BenchmarkView => ({
  sku,
  description,
  currency: 'EUR',
  unit: 'seat/year',
  points: points.map(([rank, price]) => ({ rank, price })),
  region: null,
  source: 'Market survey',
  date: '2026-09-01',
});

const rows = [
  market('CRM-1', 'CRM seats', [
    [25, '980.00'],
    [50, '1090.00'],
    [75, '1234.00'],
  ]),
  market('SUP-2', 'Support, business hours', [[50, '24000.00']]),
];

const taken: BenchmarkImport = {
  id: 'i-1',
  file: 'market-2026-q3.xlsx',
  imported_at: at(-20),
  rows,
};

const table: TablePreview = {
  file: 'market-2026-q4.csv',
  sheets: ['market-2026-q4'],
  choices: {
    sheet: 0,
    header: 0,
    columns: ['sku', 'description', 'unit', 'p50', 'ignored'],
    style: '',
    currency: 'EUR',
    unit: '',
  },
  remembered: false,
  columns: [
    { name: 'Item', sample: ['CRM-1', 'SUP-2'] },
    { name: 'What', sample: ['CRM seats', 'Support, business hours'] },
    { name: 'Per', sample: ['seat/year', 'year'] },
    { name: 'Median', sample: ['1.234', '24.000'] },
    { name: 'Remarks', sample: ['as surveyed', ''] },
  ],
  ask_style: ['1.234', '24.000'],
  rows,
  lines: [],
  taken: 2,
  faults: [{ row: 4, column: null, why: 'nameless' }],
  left_out: 1,
};

const answers = {
  benchmark_imports: () => [taken],
  choose_table: () => '/home/dana/market-2026-q4.csv',
  preview_table: () => table,
};

export const pictures: Record<string, Picture> = {
  benchmarks: { screen: 'settings', scene: {}, answers, see: 'benchmarks' },
  'benchmarks-import': { screen: 'settings', scene: {}, answers, click: ['benchmarks-choose'] },
};
