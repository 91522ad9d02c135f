import { type CallOptions, callEndpoint } from '@adire/contract/call.ts'
import type { HostedChannel } from '@adire/contract/channels/channels.ts'
import { getCheckoutState } from '@adire/contract/checkout.ts'
import type { CheckoutState } from '@adire/contract/checkout-schemas.ts'
import type { FormError } from '@adire/contract/hosted-page-props.ts'
import { messages } from '@adire/contract/messages.ts'
import { parseNaira } from '@adire/contract/money.ts'
import { useEffect, useRef, useState } from 'react'
import { checkoutChannels } from './channels/channels.ts'
import type { CheckoutProps } from './checkout.tsx'
import { describeFailure } from './checkout-failure.ts'
import { connectCheckout, mayHaveMovedOn } from './connection.ts'
import { postToEmbedder, useEmbedder } from './embedder.ts'
import { type CheckoutTask, paymentActions } from './payment-actions.ts'
import { closePurchase, putInAddress } from './purchase.ts'
import { usePoll } from './use-poll.ts'
import { useStart } from './use-start.ts'
import { calculateTotal, isWaiting, listMethods, selectView, stageKey } from './view.ts'

export interface PayerChoice {
  email: string
  amountKobo: number | undefined
  quantity: number
  phone: string
  /** Values of the page's custom fields, by key. */
  fields: Readonly<Record<string, string>>
}

/** Checkout state and actions, as used by the steps. */
export type CheckoutController = ReturnType<typeof useCheckout>

export function useCheckout(props: CheckoutProps) {
  const { page, renderedAt } = props
  const [payer, setPayer] = useState<PayerChoice>(() => initialPayer(props))
  const [method, setMethod] = useState<HostedChannel>(() => selectMethod(props))
  const { payment, setPayment, adopt } = usePayment(props, setPayer)
  const { busy, error, setError, run } = useTasks(props, payment, adopt)
  const [clockOffsetMs, setClockOffsetMs] = useState(0)
  const [testNote, setTestNote] = useState('')
  const [dismissed, setDismissed] = useState(() => dismissedAtFirst(props))
  const api = connectCheckout(page.mode)
  const code = payment?.accessCode ?? ''
  const { start, forgetStart, isNewAmount } = useStart(props, api)
  const actions = paymentActions({ api, code, run, onNote: setTestNote })
  const refresh = async (options?: CallOptions) =>
    adopt(await callEndpoint(api, getCheckoutState, { accessCode: code }, options))

  useEmbedder(props.embedder, busy !== undefined)
  useEffect(() => setClockOffsetMs(Date.now() - Date.parse(renderedAt)), [renderedAt])
  usePoll(payment && isWaiting(payment) && !busy ? `${code} ${payment.step}` : undefined, (signal) =>
    refresh({ signal }),
  )

  return {
    ...toStepProps(props),
    payer,
    setPayer,
    method,
    payment,
    isNewAmount,
    view: selectView(payment, dismissed),
    busy,
    error,
    clockOffsetMs,
    testNote,
    ...actions,
    begin: (choice: PayerChoice) => {
      setPayer(choice)
      return run('start', async () => {
        const started = await start(choice, { amountKobo: calculateTotal(page, undefined, choice)?.amountKobo })
        return actions.openStarted(method, started)
      })
    },
    /** Back to email and amount; the started payment is left to expire. */
    change: () => {
      putInAddress(undefined)
      forgetStart()
      setError(undefined)
      setPayment(undefined)
    },
    choose: (chosen: HostedChannel) => {
      setMethod(chosen)
      setError(undefined)
      const { instant } = checkoutChannels[chosen]
      if (instant && !(payment && instant.isOpen(payment))) void actions.open(chosen)
    },
    /** Leaves a bank challenge unanswered: the same payment can still be paid by another card or method. */
    dismissChallenge: () => {
      setError(undefined)
      setDismissed(payment && stageKey(payment))
    },
    /** Starts another payment of the same purchase, by the same payer. */
    again: (by: HostedChannel) =>
      run('again', async () => {
        const started = await start(payer, { amountKobo: payment?.amountKobo, isRetry: true })
        setMethod(by)
        return actions.openStarted(by, started)
      }),
  }
}

/** Props that the steps use unchanged. */
function toStepProps(props: CheckoutProps) {
  const { page, subscription, sandboxCards, sandboxAccounts, banks, reasons } = props
  const { checkoutId, renderedAt, embedder, thanks } = props
  return { page, subscription, sandboxCards, sandboxAccounts, banks, reasons, checkoutId, renderedAt, embedder, thanks }
}

/** Payer and amount: from the payment, else from a submitted form that was rejected, else from the invoice. */
function initialPayer({ page, payment, typed: { amount, quantity, ...typed } }: CheckoutProps): PayerChoice {
  if (payment) return toPayerChoice(payment)
  const { invoice } = page
  return {
    ...typed,
    // Usually the customer pays the invoice, and in full.
    email: typed.email || (invoice?.customer.email ?? ''),
    amountKobo: page.amountKobo ?? parseNaira(amount) ?? invoice?.owedKobo,
    quantity: Number(quantity) || (page.quantity?.minimum ?? 1),
  }
}

const toPayerChoice = ({ email, priceKobo: amountKobo, quantity, phone, fields }: CheckoutState): PayerChoice => ({
  email,
  amountKobo,
  quantity,
  phone: phone ?? '',
  fields,
})

/** Challenge that is dismissed from the start: a payer who has chosen a method in the URL has left it. */
export const dismissedAtFirst = ({ payment, way }: CheckoutProps): string | undefined =>
  way && payment ? stageKey(payment) : undefined

/** Payment method from the URL, else the payment's last one, else the page's first. */
export function selectMethod({ page, payment, way }: CheckoutProps): HostedChannel {
  const methods = listMethods(page)
  return methods.find((method) => method === (way ?? payment?.channel)) ?? methods[0] ?? 'card'
}

/** Current payment. Every state from the server is applied through `adopt`. */
function usePayment({ page, payment: known, embedder }: CheckoutProps, setPayer: (payer: PayerChoice) => void) {
  const [payment, setPayment] = useState(known ?? undefined)
  const updateState = (next: CheckoutState | undefined) => {
    putInAddress(next?.accessCode)
    if (next?.status === 'success') closePurchase(page.slug)
    if (next?.paidAt) postToEmbedder(embedder, 'success', next)
  }
  const adopt = (next: CheckoutState) => {
    if (payment?.accessCode !== next.accessCode) setPayer(toPayerChoice(next))
    setPayment(next)
    updateState(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => updateState(payment), [])
  return { payment, setPayment, adopt }
}

/** Runs one request at a time. Resolves to whether it succeeded; on failure the typed values stay. */
function useTasks(
  { page, error: initialError }: CheckoutProps,
  payment: CheckoutState | undefined,
  adopt: (next: CheckoutState) => void,
) {
  const [busy, setBusy] = useState<CheckoutTask>()
  const [error, setError] = useState<FormError | undefined>(initialError ?? undefined)
  const running = useRef(false)

  useEffect(() => {
    const backOnline = () => setError((now) => (now?.message === messages.offline ? undefined : now))
    addEventListener('online', backOnline)
    return () => removeEventListener('online', backOnline)
  }, [])

  /** New state after a lost response, if the payment has changed: prevents charging twice. */
  const findNewState = async (error: unknown) => {
    if (!payment || !mayHaveMovedOn(error)) return undefined
    const now = await callEndpoint(connectCheckout(page.mode), getCheckoutState, {
      accessCode: payment.accessCode,
    }).catch(() => undefined)
    // The card was sent but the bank has not responded: the typed values stay, and sending them again charges only once.
    const hasChanged = now && now.step !== 'enter_card' && (now.step !== payment.step || now.status !== payment.status)
    return hasChanged ? now : undefined
  }
  const run = async (task: CheckoutTask, callback: () => Promise<CheckoutState>): Promise<boolean> => {
    if (running.current) return false
    if (!navigator.onLine) {
      setError({ message: messages.offline, fields: {} })
      return false
    }
    running.current = true
    setBusy(task)
    setError(undefined)
    try {
      adopt(await callback())
      return true
    } catch (error) {
      const now = await findNewState(error)
      if (now) adopt(now)
      else setError(describeFailure(page, task, error))
      return now !== undefined
    } finally {
      running.current = false
      setBusy(undefined)
    }
  }
  return { busy, error, setError, run }
}
