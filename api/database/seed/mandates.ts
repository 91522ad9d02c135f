import { dayMs } from '@adire/contract/durations.ts'
import { inArray } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { mailDebit, mailDebitNotice, mailMandate } from '../../features/direct-debit/emails/email-jobs.ts'
import { checkMandate } from '../../features/direct-debit/enqueue.ts'
import type { FileStore } from '../../files/store.ts'
import { outbox } from '../../jobs/tables.ts'
import { writeCollected } from '../write-at-commit.ts'
import { type DemoMandate, type MandateAct, startPastBusiness } from './mandate-lives.ts'

/** Actions from the request to the first day on which the mandate can be debited. */
const listMandateActs = (ago: number): MandateAct[] => [
  { ago, outcome: 'agree' },
  { ago: ago - 0.02, outcome: 'transfer' },
]
const fixed = (frequency: 'weekly' | 'monthly') => ({ kind: 'fixed' as const, frequency })

const demo: readonly DemoMandate[] = [
  {
    ago: 74,
    who: ['Chidinma Okeke', 'chidinma.okeke@example.com'],
    account: '18',
    naira: 45_000,
    narration: 'Uniforms, monthly instalment',
    startIn: 9,
    more: { ...fixed('monthly'), maxTotalKobo: 540_000_00 },
    acts: listMandateActs(73.6),
  },
  {
    ago: 47,
    who: ['Ngozi Eze', 'ngozi.eze@example.com'],
    account: '18',
    naira: 250_000,
    narration: 'Fabric on account',
    startIn: 1,
    acts: [
      ...listMandateActs(46.8),
      { ago: 39.2, debit: 128_500 },
      { ago: 17.3, debit: 74_000 },
      { ago: 4.1, plan: 96_250, in: 7 },
      { ago: 4, plan: 42_000, in: 18 },
    ],
  },
  {
    ago: 36,
    who: ['Babatunde Alabi', 'babatunde.alabi@example.com'],
    account: '32',
    naira: 12_500,
    narration: 'Aso-ebi, weekly',
    startIn: 7,
    endIn: 300,
    more: fixed('weekly'),
    acts: listMandateActs(35.7),
  },
  {
    ago: 33,
    who: ['Tunde Bakare', 'tunde.bakare@example.com'],
    account: '49',
    isOfAnother: true,
    naira: 30_000,
    narration: 'Sewing machine, monthly',
    startIn: 12,
    more: { ...fixed('monthly'), feeBearer: 'customer' },
    acts: listMandateActs(32.5),
  },
  {
    ago: 29,
    who: ['Musa Ibrahim', 'musa.ibrahim@example.com'],
    account: '63',
    naira: 60_000,
    narration: 'Kaftans on account',
    startIn: 1,
    acts: [...listMandateActs(28.6), { ago: 21.4, debit: 35_000 }],
  },
  {
    ago: 26,
    who: ['Kelechi Obi', 'kelechi.obi@example.com'],
    account: '18',
    naira: 18_000,
    narration: 'Alterations, monthly',
    startIn: 14,
    more: fixed('monthly'),
    acts: [...listMandateActs(25.5), { ago: 15.2, cancel: 'The customer moved abroad' }],
  },
  {
    ago: 19,
    who: ['Segun Afolabi', 'segun.afolabi@example.com'],
    account: '25',
    naira: 22_000,
    narration: 'Agbada, monthly',
    startIn: 10,
    more: fixed('monthly'),
    acts: [{ ago: 18.3, outcome: 'agree' }],
  },
  {
    ago: 13,
    who: ['Blessing Etim', 'blessing.etim@example.com'],
    account: '56',
    naira: 15_000,
    narration: 'Bridal fitting, weekly',
    startIn: 7,
    more: fixed('weekly'),
    acts: listMandateActs(12.4),
  },
  {
    ago: 8,
    who: ['Zainab Lawal', 'zainab.lawal@example.com'],
    account: '87',
    naira: 80_000,
    narration: 'School wear, monthly',
    startIn: 13,
    more: { ...fixed('monthly'), maxTotalKobo: 480_000_00 },
    acts: listMandateActs(7.7),
  },
  {
    ago: 2.2,
    who: ['Emeka Nwosu', 'emeka.nwosu@example.com'],
    account: '18',
    naira: 25_000,
    narration: 'Office wear, monthly',
    startIn: 20,
    more: fixed('monthly'),
    acts: [{ ago: 0.3, outcome: 'agree' }],
  },
  {
    ago: 1.4,
    who: ['Folake Adebayo', 'folake.adebayo@example.com'],
    account: '18',
    naira: 150_000,
    narration: 'Wholesale cloth on account',
    startIn: 5,
    acts: [],
  },
  {
    ago: 0.2,
    who: ['Halima Yusuf', 'halima.yusuf@example.com'],
    account: '32',
    naira: 9_500,
    narration: 'Hijabs, monthly',
    startIn: 15,
    more: { ...fixed('monthly'), draft: true },
    acts: [],
  },
]

/** Mandates in every lasting status, created and debited by the production code; nothing is emailed. */
export async function seedMandates(context: Context & { files: FileStore }, merchantId: string): Promise<void> {
  const life = await startPastBusiness(context, merchantId)
  const all = demo.flatMap((mandate) => [
    { ago: mandate.ago, run: () => life.make(mandate) },
    ...mandate.acts.map((act) => ({ ago: act.ago, run: () => life.act(mandate, act) })),
  ])
  for (const { ago, run } of all.sort((one, other) => other.ago - one.ago)) {
    await life.passTo(new Date(context.now.getTime() - ago * dayMs))
    await run()
  }
  await life.passTo(context.now)
  const { tx } = context
  const done = [mailMandate, mailDebit, mailDebitNotice, checkMandate].map(({ name }) => name)
  await writeCollected(tx)
  await tx.delete(outbox).where(inArray(outbox.job, done))
}
