import type { ApiDocument } from '@adire/contract/api-document.ts'
import { buildAreas, type ReferenceArea } from './reference.ts'

/** Areas of the API reference by task. */
const tasks: readonly { heading: string; areas: readonly string[] }[] = [
  {
    heading: 'Take payments',
    areas: ['Charges', 'Payments', 'Payment links', 'Invoices', 'Customers'],
  },
  {
    heading: 'Recurring payments',
    areas: ['Plans', 'Coupons', 'Subscriptions', 'Saved cards', 'Direct debit'],
  },
  { heading: 'Refunds and disputes', areas: ['Refunds', 'Disputes'] },
  { heading: 'Payouts and reports', areas: ['Settlements', 'Splits', 'Bank accounts', 'Reports'] },
  { heading: 'Your business', areas: ['Businesses', 'Verification', 'Prices', 'Restrictions', 'Approvals'] },
]

/** The areas of the reference, grouped by task and in its order; the last group has those of no task. */
export function groupAreas(api: ApiDocument): { heading: string; entries: ReferenceArea[] }[] {
  const areas = buildAreas(api)
  const grouped = new Set(tasks.flatMap((task) => task.areas))
  return [
    ...tasks.map((task) => ({
      heading: task.heading,
      entries: task.areas.flatMap((name) => areas.filter(({ title }) => title === name)),
    })),
    { heading: 'Tools', entries: areas.filter(({ title }) => !grouped.has(title)) },
  ].filter(({ entries }) => entries.length > 0)
}
