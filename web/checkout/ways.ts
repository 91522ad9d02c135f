import { type ApiConnection, callEndpoint } from '@adire/contract/call.ts'
import {
  answerBank,
  payByAccount,
  payByCard,
  payByQr,
  payByTransfer,
  payByUssd,
  simulateOutcome,
} from '@adire/contract/checkout.ts'
import type { CheckoutState, Outcome } from '@adire/contract/checkout-schemas.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import type { CheckoutMethod } from './view.ts'

export type Challenge = EndpointInput<typeof answerBank>['question']
export type CheckoutTask = 'start' | 'card' | 'answer' | 'transfer' | 'ussd' | 'qr' | 'account' | 'play' | 'again'

interface Payable {
  api: ApiConnection
  /** Access code of the payment. */
  code: string
  run(task: CheckoutTask, callback: () => Promise<CheckoutState>): Promise<boolean>
  /** Called with the note of a simulated outcome. */
  onNote(note: string): void
}

/** Longer timeout for requests that wait for a bank. */
const patience = { timeoutMs: 60_000 }

/** Payment actions of the current payment, by channel. */
export function waysToPay({ api, code, run, onNote }: Payable) {
  const openAccount = (accessCode: string) => callEndpoint(api, payByTransfer, { accessCode })
  const openQr = (accessCode: string) => callEndpoint(api, payByQr, { accessCode })
  return {
    /** Opens a channel that needs no input from the payer as soon as it is chosen. */
    openWhere: (by: CheckoutMethod, started: CheckoutState): CheckoutState | Promise<CheckoutState> => {
      if (by === 'bank_transfer') return openAccount(started.accessCode)
      return by === 'qr' ? openQr(started.accessCode) : started
    },
    transfer: () => run('transfer', () => openAccount(code)),
    scan: () => run('qr', () => openQr(code)),
    dial: (bankCode: string) => run('ussd', () => callEndpoint(api, payByUssd, { accessCode: code, bankCode })),
    debit: (account: Omit<EndpointInput<typeof payByAccount>, 'accessCode'>) =>
      run('account', () => callEndpoint(api, payByAccount, { accessCode: code, ...account }, patience)),
    pay: (card: Omit<EndpointInput<typeof payByCard>, 'accessCode'>) =>
      run('card', () => callEndpoint(api, payByCard, { accessCode: code, ...card }, patience)),
    answer: (question: Challenge, answer: string) =>
      run('answer', () => callEndpoint(api, answerBank, { accessCode: code, question, answer }, patience)),
    /** Test mode only. */
    simulate: (outcome: Outcome) =>
      run('play', async () => {
        const { note, state } = await callEndpoint(api, simulateOutcome, { accessCode: code, outcome })
        onNote(note)
        return state
      }),
  }
}
