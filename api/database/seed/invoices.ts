import { dayMs } from '@adire/contract/durations.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import type { createInvoice } from '@adire/contract/invoices.ts'
import { eq, inArray, lte } from 'drizzle-orm'
import type { Context, MerchantContext } from '../../context.ts'
import { users } from '../../features/auth/tables.ts'
import { processDueInvoice } from '../../features/invoices/jobs.ts'
import { mailInvoice, mailInvoicePaid, mailReminder } from '../../features/invoices/mails.ts'
import { cancelInvoiceHandler, recordInvoicePaymentHandler } from '../../features/invoices/record.ts'
import { sendInvoiceHandler } from '../../features/invoices/send.ts'
import { invoices } from '../../features/invoices/tables.ts'
import { createInvoiceHandler } from '../../features/invoices/write.ts'
import { applyOutcome } from '../../features/payments/apply-outcome.ts'
import { outbox } from '../../jobs/tables.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { writeCollected } from '../write-at-commit.ts'
import { addCardPayment } from './card-payments.ts'
import type { RandomSource } from './chance.ts'
import { contextAt } from './context-at.ts'
import { demoCredentials } from './demo.ts'

const vat = 750

interface DemoInvoice {
  daysAgo: number
  termDays: number
  who: readonly [name: string, email: string]
  lines: readonly (readonly [description: string, quantity: number, naira: number])[]
  more?: Partial<EndpointInput<typeof createInvoice>>
  /** What happened to the invoice; payments in naira. */
  actions: readonly ('send' | 'cancel' | { online: number } | { cash: number })[]
}

const written: readonly DemoInvoice[] = [
  {
    daysAgo: 61,
    termDays: 14,
    who: ['Ifeoma Okafor', 'ifeoma.okafor@example.com'],
    lines: [
      ['Aso-ebi for twelve, sewing', 12, 18_500],
      ['Ankara, by the yard', 42.5, 3_200],
    ],
    more: { taxBasisPoints: vat, discount: { kind: 'percent', basisPoints: 500 } },
    actions: ['send', { online: 365_607.5 }],
  },
  {
    daysAgo: 44,
    termDays: 14,
    who: ['Hauwa Danjuma', 'hauwa.danjuma@example.org'],
    lines: [['Uniforms for the front desk', 6, 24_000]],
    actions: ['send'],
  },
  {
    daysAgo: 33,
    termDays: 7,
    who: ['Segun Balogun', 'segun.balogun@example.net'],
    lines: [['Agbada, three pieces', 1, 145_000]],
    actions: ['send', { cash: 145_000 }],
  },
  {
    daysAgo: 26,
    termDays: 14,
    who: ['Ngozi Eze', 'ngozi.eze@example.com'],
    lines: [['Curtains, hand-dyed', 8, 12_750]],
    actions: ['send', 'cancel'],
  },
  {
    daysAgo: 12,
    termDays: 30,
    who: ['Amina Bello', 'amina.bello@example.com'],
    lines: [
      ['Bridal gown, fitted', 1, 480_000],
      ['Veil and train', 1, 65_000],
      ['Fittings at home', 3, 7_500],
    ],
    more: {
      partPayment: true,
      taxBasisPoints: vat,
      note: 'Three fittings are included. The gown is ready a week after the last one.',
    },
    actions: ['send', { online: 300_000 }],
  },
  {
    daysAgo: 5,
    termDays: 14,
    who: ['Kunle Adeyemi', 'kunle.adeyemi@example.org'],
    lines: [
      ['Adire two-piece', 4, 38_500],
      ['Delivery to Ibadan', 1, 6_000],
    ],
    more: { discount: { kind: 'amount', amountKobo: 10_000_00 } },
    actions: ['send'],
  },
  {
    daysAgo: 1,
    termDays: 14,
    who: ['Zainab Sani', 'zainab.sani@example.com'],
    lines: [['Alterations, wedding party', 9, 4_500]],
    actions: [],
  },
]

/** Invoices in each status, created, sent and paid by the production code; nothing is emailed. */
export async function seedInvoices(context: Context, random: RandomSource, merchantId: string): Promise<void> {
  const { tx, now } = context
  const [user] = await tx.select().from(users).where(eq(users.email, demoCredentials.email))
  const member = { id: user!.id, email: user!.email, sessionId: 'seed' }
  const at = (daysAgo: number): MerchantContext => ({
    ...contextAt(context, new Date(now.getTime() - daysAgo * dayMs)),
    merchant: { id: merchantId },
    user: member,
    apiKey: undefined,
  })
  for (let day = written[0]!.daysAgo; day >= 0; day--) {
    for (const invoice of written.filter(({ daysAgo }) => daysAgo === day)) await seedInvoice(at, random, invoice)
    await processDueInvoices(at(day))
  }
  const mails = [mailInvoice.name, mailReminder.name, mailInvoicePaid.name]
  await writeCollected(tx)
  await tx.delete(outbox).where(inArray(outbox.job, mails))
}

async function processDueInvoices(context: MerchantContext): Promise<void> {
  const due = await context.tx.select().from(invoices).where(lte(invoices.nextAt, context.now))
  for (const key of due) await processDueInvoice(context, key)
}

async function seedInvoice(at: (daysAgo: number) => MerchantContext, random: RandomSource, invoice: DemoInvoice) {
  const { daysAgo, termDays, lines, more, actions } = invoice
  const [customerName, customerEmail] = invoice.who
  const start = at(daysAgo)
  const { id } = await createInvoiceHandler(start, {
    customerName,
    customerEmail,
    lines: lines.map(([description, quantity, naira]) => ({ description, quantity, unitPriceKobo: naira * 100 })),
    dueOn: addDays(lagosDay(start.now), termDays),
    ...more,
  })
  for (const [index, what] of actions.entries()) {
    const later = at(daysAgo - index * 0.4)
    if (what === 'send') await sendInvoiceHandler(later, { id })
    else if (what === 'cancel') await cancelInvoiceHandler(later, { id })
    else if ('cash' in what)
      await recordInvoicePaymentHandler(later, {
        id,
        amountKobo: what.cash * 100,
        method: 'cash',
        paidOn: lagosDay(later.now),
      })
    else await payOnline(later, random, { id, amountKobo: Math.round(what.online * 100), customerEmail, customerName })
  }
}

interface Online {
  id: string
  amountKobo: number
  customerEmail: string
  customerName: string
}

async function payOnline(context: MerchantContext, random: RandomSource, { id, amountKobo, ...customer }: Online) {
  const { merchant } = context
  const payment = await addCardPayment(context, random, {
    merchantId: merchant.id,
    invoiceId: id,
    amountKobo,
    ...customer,
  })
  await applyOutcome(context, { merchantId: merchant.id, id: payment.id }, { kind: 'success', paidBy: 'card' })
}
