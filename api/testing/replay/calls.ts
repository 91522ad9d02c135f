import { readConfig } from '../../config.ts'
import { paystack } from '../../connectors/paystack/definition.ts'

const secretKey = 'sk_live_replay'
/** What every call is about. No published response has these references. */
const sent = { reference: 'pay-replayed', amountKobo: 500_000 }
const account = { bankCode: '044', accountNumber: '0690000031', accountName: 'ADA OBI' }
const mandate = {
  ...account,
  reference: 'MND-replayed',
  email: 'a@example.com',
  returnUrl: 'https://pay.example',
  limitKobo: sent.amountKobo,
  maxTotalKobo: null,
  startOn: '2026-11-24',
  endOn: null,
  narration: 'Rent',
}
const answers = { pin: '1234', otp: '123456', phone: '+2348031234567', birthday: '1995-12-23' }
const period = { from: new Date('2015-01-01'), to: new Date('2030-01-01') }

export type Replayed = ReturnType<typeof openReplayed>

/** The connector, on a server that gives every request the same response. */
export const openReplayed = (url: string) =>
  paystack.open({
    mode: 'LIVE',
    config: readConfig({
      PROCESSOR: 'paystack',
      PAYSTACK_URL: url,
      PAYSTACK_SECRET_KEY: secretKey,
      PAYSTACK_PCI_AOC: '2099-12-31',
    }),
    write: () => Promise.reject(new Error('Paystack stores nothing here')),
  })

interface ConnectorCall {
  name: string
  call(connector: Replayed): Promise<{ kind?: string } | unknown[]>
  /** Whether a response proves a success of this call. */
  isProven(body: unknown): boolean
}

/** Whether the data of a response is of our amount and mode, in NGN, has the status, and names our reference in a field. */
const proves =
  (status: string, field: 'reference' | 'merchant_note', reference: string) =>
  (body: unknown): boolean => {
    const { data } = body as { data?: Record<string, unknown> | null }
    const named = String(data?.[field] ?? '')
    return (
      data?.status === status &&
      data.domain === 'live' &&
      Number(data.amount) === sent.amountKobo &&
      data.currency === 'NGN' &&
      (named === reference || named.startsWith(`${reference}.`))
    )
  }

async function readAll<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const page of pages) {
    all.push(...page)
    // The same page comes again and again.
    if (all.length > 1_000) break
  }
  return all
}

/** Every call of the connector that reads a response. */
export const connectorCalls: readonly ConnectorCall[] = [
  {
    name: 'query',
    call: ({ payments }) => payments.query(sent),
    isProven: proves('success', 'reference', sent.reference),
  },
  {
    name: 'card page',
    call: ({ hostedCards }) => hostedCards.open({ ...sent, email: 'a@example.com', returnUrl: 'https://pay.example' }),
    isProven: () => false,
  },
  {
    name: 'typed card',
    call: ({ cards }) =>
      cards.charge({
        ...sent,
        email: 'a@example.com',
        card: { number: '4111111111111111', cvv: '123', expiryMonth: 9, expiryYear: 2031 },
      }),
    isProven: proves('success', 'reference', sent.reference),
  },
  {
    name: 'bank account',
    call: ({ bankAccounts }) => bankAccounts.debit({ ...sent, ...account, email: 'a@example.com' }),
    isProven: proves('success', 'reference', sent.reference),
  },
  ...Object.entries(answers).map(([challenge, answer]) => ({
    name: `answer with a ${challenge}`,
    call: ({ challenges }: Replayed) =>
      challenges.answer({ ...sent, challenge: challenge as keyof typeof answers, answer }),
    isProven: proves('success', 'reference', sent.reference),
  })),
  {
    name: 'saved card',
    call: ({ savedCards }) => savedCards.charge({ ...sent, email: 'a@example.com', token: 'AUTH_x' }),
    isProven: proves('success', 'reference', sent.reference),
  },
  {
    name: 'transfer account',
    call: async ({ transferAccounts }) => {
      const { accountNumber } = await transferAccounts.open({
        ...sent,
        email: 'a@example.com',
        accountName: 'Ade Stores',
      })
      return { kind: accountNumber && 'account' }
    },
    isProven: () => false,
  },
  {
    name: 'USSD code',
    call: async ({ ussd }) => {
      await ussd.open({ ...sent, channel: 'ussd', email: 'a@example.com', merchantName: 'Ade Stores', dial: '737' })
      return { kind: 'code' }
    },
    isProven: () => true,
  },
  {
    name: 'refund',
    call: ({ refunds }) => refunds.request({ ...sent, reference: 'rfd_replayed', chargeReference: sent.reference }),
    isProven: proves('processed', 'merchant_note', 'rfd_replayed'),
  },
  {
    name: 'query of a refund',
    call: ({ refunds }) => refunds.query({ reference: 'rfd_replayed', chargeReference: sent.reference }),
    isProven: proves('processed', 'merchant_note', 'rfd_replayed'),
  },
  {
    name: 'payout',
    call: ({ payouts }) => payouts.send({ ...sent, reference: 'stl-replayed-1', account, narration: 'Adire' }),
    isProven: proves('success', 'reference', 'stl-replayed-1'),
  },
  {
    name: 'query of a payout',
    call: ({ payouts }) => payouts.query('stl-replayed-1'),
    isProven: proves('success', 'reference', 'stl-replayed-1'),
  },
  {
    name: 'account name',
    call: ({ accountNames }) => accountNames.resolve({ ...account, expectedName: 'Ada Obi' }),
    isProven: () => true,
  },
  {
    name: 'mandate',
    call: ({ mandates }) => mandates.open(mandate),
    isProven: () => false,
  },
  {
    name: 'query of a mandate',
    call: ({ mandates }) => mandates.query(mandate.reference),
    isProven: () => false,
  },
  {
    name: 'debit of a mandate',
    call: ({ mandates }) => mandates.debit({ ...sent, mandateReference: mandate.reference, attempt: 1 }),
    isProven: proves('success', 'reference', sent.reference),
  },
  {
    name: 'query of a dispute',
    call: async ({ disputes }) => ({ kind: `dispute ${(await disputes.query('1'))?.state.kind ?? 'unknown'}` }),
    isProven: () => false,
  },
  {
    name: 'list of disputes',
    call: ({ disputes }) => disputes.listOpen(),
    isProven: () => true,
  },
  ...(['charge', 'refund', 'payout', 'settlement'] as const).map((kind) => ({
    name: `records of ${kind}s`,
    call: ({ records }: Replayed) => readAll(records.list(kind, period)),
    isProven: () => true,
  })),
]
