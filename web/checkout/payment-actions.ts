import { type ApiConnection, type CallOptions, callEndpoint } from '@adire/contract/call.ts'
import type { HostedChannel } from '@adire/contract/channels/channels.ts'
import { answerBank, openCardPage, simulateOutcome } from '@adire/contract/checkout.ts'
import type { CheckoutState } from '@adire/contract/checkout-schemas.ts'
import type { Endpoint, EndpointInput } from '@adire/contract/endpoint.ts'
import type { Outcome } from '@adire/contract/simulated-payment-schemas.ts'
import { checkoutChannels } from './channels/channels.ts'
import { bankWait } from './connection.ts'

export type Challenge = EndpointInput<typeof answerBank>['question']
export type CheckoutTask = 'start' | 'answer' | 'simulate' | 'again' | HostedChannel

interface Payable {
  api: ApiConnection
  /** Access code of the payment. */
  code: string
  run(task: CheckoutTask, callback: () => Promise<CheckoutState>): Promise<boolean>
  /** Called with the note of a simulated outcome. */
  onNote(note: string): void
}

/** Payment actions of the current payment. */
export function paymentActions({ api, code, run, onNote }: Payable) {
  return {
    /** Opens the channel of a payment that was just started; if the channel needs input from the payer, the payment stays as it is. */
    openStarted: (by: HostedChannel, started: CheckoutState): CheckoutState | Promise<CheckoutState> =>
      checkoutChannels[by].instant?.open(api, started.accessCode) ?? started,
    /** Opens a channel that needs no input from the payer. */
    open: async (by: HostedChannel) => {
      const { instant } = checkoutChannels[by]
      return instant !== undefined && run(by, () => instant.open(api, code))
    },
    /** Sends what the payer typed to the endpoint of the channel. */
    pay: <E extends Endpoint>(
      by: HostedChannel,
      endpoint: E,
      typed: Omit<EndpointInput<E>, 'accessCode'>,
      options?: CallOptions,
    ) =>
      run(
        by,
        () =>
          callEndpoint(
            api,
            endpoint,
            { accessCode: code, ...typed } as unknown as EndpointInput<E>,
            options,
          ) as Promise<CheckoutState>,
      ),
    /** Leads the payer to the card page of the processor; in a frame, where it can't be shown, the payer follows the link of the next step. */
    openCardPage: (isFramed: boolean) =>
      run('card', async () => {
        const state = await callEndpoint(api, openCardPage, { accessCode: code }, bankWait)
        if (state.openUrl && !isFramed) location.assign(state.openUrl)
        return state
      }),
    answer: (question: Challenge, answer: string) =>
      run('answer', () => callEndpoint(api, answerBank, { accessCode: code, question, answer }, bankWait)),
    /** Test mode only. */
    simulate: (outcome: Outcome) =>
      run('simulate', async () => {
        const { note, state } = await callEndpoint(api, simulateOutcome, { accessCode: code, outcome })
        onNote(note)
        return state
      }),
  }
}
