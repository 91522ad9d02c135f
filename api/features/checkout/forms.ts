import {
  answerBank,
  type CheckoutPage,
  type CheckoutState,
  payByAccount,
  payByCard,
  payByQr,
  payByTransfer,
  payByUssd,
  simulateOutcome,
  startPayment,
} from '@adire/contract/checkout.ts'
import { parseNaira } from '@adire/contract/money.ts'
import { plainPhone } from '@adire/contract/phone.ts'
import { birthdayFrom, expiryFrom } from '@adire/contract/typed.ts'
import type { Steps } from '../../context.ts'
import type { Form } from '../../http/hosted-page.ts'
import { problem } from '../../http/problem.ts'
import { validate } from '../../http/serve.ts'
import type { PaymentRecord } from '../payments/payments.ts'
import { debitAccount } from './account.ts'
import { fieldsOf } from './answers.ts'
import { answerQuestion, chargeCard } from './charge.ts'
import { openQr, openUssd } from './offline.ts'
import { play } from './play.ts'
import { start } from './start.ts'
import { openAccount } from './transfer.ts'

/** Where a form was sent from: a page, and the payment its address names, if it is one of that page. */
export interface Sent {
  page: CheckoutPage
  payment: PaymentRecord | undefined
}

/** What the payer's page does by its script, done by its forms. The contract's calls say what each takes. */
export function takeForm(steps: Steps, sent: Sent, form: Form): Promise<CheckoutState> {
  const take = Object.hasOwn(forms, form.step ?? '') ? forms[form.step!] : undefined
  if (!take) throw problem.invalid([{ field: 'step', message: 'This page has no such form' }])
  return take(steps, sent, form)
}

const forms: Record<string, (steps: Steps, sent: Sent, form: Form) => Promise<CheckoutState>> = {
  start: (steps, { page }, form) => {
    const { email = '', amount, checkoutId, phone } = form
    return begin(steps, page, {
      email,
      checkoutId,
      ...(page.amountKobo === null && { amountKobo: koboFrom(amount) }),
      ...(page.collectPhone && phone && { phone: plainPhone(phone) }),
      fields: typedFields(page, form),
    })
  },
  again: async (steps, { page, payment }, { way }) => {
    if (!payment) throw problem.notFound('payment')
    const { customerEmail: email, checkoutId, priceKobo, customerPhone: phone } = payment
    const begun = await begin(steps, page, {
      email,
      checkoutId: checkoutId ?? crypto.randomUUID(),
      ...(page.amountKobo === null && { amountKobo: priceKobo }),
      ...(page.collectPhone && phone && { phone }),
      fields: answered(page, fieldsOf(payment.metadata)),
    })
    if (way === 'bank_transfer') return openAccount(steps, begun)
    return way === 'qr' ? openQr(steps, begun) : begun
  },
  card: (steps, sent, { number = '', expiry = '', cvv = '' }) => {
    const month = expiryFrom(expiry)
    if (!month) throw problem.field('expiryMonth', 'Use a month and a year, like 08 / 29')
    return chargeCard(steps, validate(payByCard, { ...codeOf(sent), number, cvv, ...month }))
  },
  answer: (steps, sent, { question, answer, triesLeft }) =>
    answerQuestion(
      steps,
      validate(answerBank, {
        ...codeOf(sent),
        question,
        answer: question === 'birthday' ? (birthdayFrom(answer ?? '') ?? '') : answer,
        ...(triesLeft && { triesLeft: Number(triesLeft) }),
      }),
    ),
  ussd: (steps, sent, { bankCode }) => openUssd(steps, validate(payByUssd, { ...codeOf(sent), bankCode })),
  qr: (steps, sent) => openQr(steps, validate(payByQr, codeOf(sent))),
  account: (steps, sent, { bankCode, accountNumber }) =>
    debitAccount(steps, validate(payByAccount, { ...codeOf(sent), bankCode, accountNumber })),
  play: async (steps, sent, { outcome }) =>
    (await play(steps, validate(simulateOutcome, { ...codeOf(sent), outcome }))).state,
  transfer: (steps, sent) => openAccount(steps, validate(payByTransfer, codeOf(sent))),
}

const begin = (steps: Steps, page: CheckoutPage, choice: Record<string, unknown>) =>
  steps.write((context) => start(context, validate(startPayment, { slug: page.slug, ...choice })))

/** What a form holds of the page's own questions. */
export const typedFields = (page: CheckoutPage, form: Form) => answered(page, form, 'fields.')

const answered = ({ fields }: CheckoutPage, given: Form, prefix = '') =>
  Object.fromEntries(fields.map(({ key }) => [key, given[prefix + key] ?? '']))

const koboFrom = (amount: string | undefined) => (amount ? parseNaira(amount) : undefined)

function codeOf({ payment }: Sent) {
  if (!payment) throw problem.notFound('payment')
  return { accessCode: payment.accessCode }
}
