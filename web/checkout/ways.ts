import { type Connection, call } from '@adire/contract/call.ts'
import {
  answerBank,
  type CheckoutState,
  type Outcome,
  payByAccount,
  payByCard,
  payByQr,
  payByTransfer,
  payByUssd,
  simulateOutcome,
} from '@adire/contract/checkout.ts'
import type { Input } from '@adire/contract/endpoint.ts'
import type { Method } from './view.ts'

export type Question = Input<typeof answerBank>['question']
export type Task = 'start' | 'card' | 'answer' | 'transfer' | 'ussd' | 'qr' | 'account' | 'play' | 'again'

interface Payable {
  api: Connection
  /** The payment's access code. */
  code: string
  run(task: Task, work: () => Promise<CheckoutState>): Promise<boolean>
  /** What came of an outcome that was played. */
  onNote(note: string): void
}

/** A bank is waited for longer than we are. */
const patience = { timeoutMs: 60_000 }

/** What a payer does to the present payment, channel by channel. */
export function waysToPay({ api, code, run, onNote }: Payable) {
  const openAccount = (accessCode: string) => call(api, payByTransfer, { accessCode })
  const openQr = (accessCode: string) => call(api, payByQr, { accessCode })
  return {
    /** Channels that need nothing of the payer are opened as soon as they are chosen. */
    openWhere: (by: Method, started: CheckoutState): CheckoutState | Promise<CheckoutState> => {
      if (by === 'bank_transfer') return openAccount(started.accessCode)
      return by === 'qr' ? openQr(started.accessCode) : started
    },
    transfer: () => run('transfer', () => openAccount(code)),
    scan: () => run('qr', () => openQr(code)),
    dial: (bankCode: string) => run('ussd', () => call(api, payByUssd, { accessCode: code, bankCode })),
    debit: (account: Omit<Input<typeof payByAccount>, 'accessCode'>) =>
      run('account', () => call(api, payByAccount, { accessCode: code, ...account }, patience)),
    pay: (card: Omit<Input<typeof payByCard>, 'accessCode'>) =>
      run('card', () => call(api, payByCard, { accessCode: code, ...card }, patience)),
    answer: (question: Question, answer: string) =>
      run('answer', () => call(api, answerBank, { accessCode: code, question, answer }, patience)),
    /** Test mode only. */
    play: (outcome: Outcome) =>
      run('play', async () => {
        const { note, state } = await call(api, simulateOutcome, { accessCode: code, outcome })
        onNote(note)
        return state
      }),
  }
}
