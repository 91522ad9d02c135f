import { type CallOptions, callEndpoint } from '@adire/contract/call.ts'
import { type CheckoutPage, type CheckoutState, getCheckoutState, startPayment } from '@adire/contract/checkout.ts'
import { messages } from '@adire/contract/messages.ts'
import { parseNaira } from '@adire/contract/money.ts'
import { changeCard } from '@adire/contract/subscriber.ts'
import { useEffect, useRef, useState } from 'react'
import type { FormError } from '../../api/http/hosted-props.ts'
import type { CheckoutProps } from './checkout.tsx'
import { connectCheckout, describeError, mayHaveMovedOn } from './connection.ts'
import { postToEmbedder, useEmbedder } from './embedder.ts'
import { checkoutId, closePurchase, putInAddress } from './purchase.ts'
import { usePoll } from './use-poll.ts'
import { type CheckoutMethod, isWaiting, listMethods, selectView, stageKey } from './view.ts'
import { type CheckoutTask, waysToPay } from './ways.ts'

export interface PayerChoice {
  email: string
  amountKobo: number | undefined
  phone: string
  /** Answers to the page's own questions, by their keys. */
  fields: Readonly<Record<string, string>>
}

/** The whole checkout as its steps see it. */
export type CheckoutController = ReturnType<typeof useCheckout>

export function useCheckout(props: CheckoutProps) {
  const { page, subscription, way, renderedAt, sandboxCards, sandboxAccounts, banks, reasons } = props
  const [payer, setPayer] = useState<PayerChoice>(() => initialPayer(props))
  const [method, setMethod] = useState<CheckoutMethod>(() => selectMethod(props))
  const { payment, setPayment, adopt } = usePayment(props, setPayer)
  const { busy, error, setError, run } = useTasks(props, payment, adopt)
  const [clockOffsetMs, setClockOffsetMs] = useState(0)
  const [testNote, setTestNote] = useState('')
  const [dismissed, setDismissed] = useState(way && payment ? stageKey(payment) : undefined)
  const api = connectCheckout(page.mode)
  const code = payment?.accessCode ?? ''
  const startKey = useRef({ of: '', key: '' })

  /** The same choice sent again after a lost answer is the same payment; another try is another one. */
  const start = (choice: PayerChoice, isRetry = false) => {
    if (subscription) return startCardChange(api, subscription.accessCode)
    const body = { ...toStartInput(page, choice), checkoutId: checkoutId(page.slug, props.checkoutId) }
    const of = JSON.stringify(body)
    if (isRetry || startKey.current.of !== of) startKey.current = { of, key: crypto.randomUUID() }
    return callEndpoint(api, startPayment, body, { idempotencyKey: startKey.current.key })
  }
  const ways = waysToPay({ api, code, run, onNote: setTestNote })
  const refresh = async (options?: CallOptions) =>
    adopt(await callEndpoint(api, getCheckoutState, { accessCode: code }, options))

  useEmbedder(props.embedder, busy !== undefined)
  useEffect(() => setClockOffsetMs(Date.now() - Date.parse(renderedAt)), [renderedAt])
  usePoll(payment && isWaiting(payment) && !busy ? `${code} ${payment.step}` : undefined, (signal) =>
    refresh({ signal }),
  )

  return {
    page,
    subscription,
    sandboxCards,
    sandboxAccounts,
    banks,
    reasons,
    payer,
    setPayer,
    method,
    payment,
    view: selectView(payment, dismissed),
    checkoutId: props.checkoutId,
    renderedAt,
    embedder: props.embedder,
    thanks: props.thanks,
    busy,
    error,
    clockOffsetMs,
    testNote,
    ...ways,
    begin: (choice: PayerChoice) => {
      setPayer(choice)
      return run('start', async () => {
        const started = await start(choice)
        return ways.openWhere(method, started)
      })
    },
    /** Back to e-mail and amount; the payment begun is left to lapse. */
    change: () => {
      putInAddress(undefined)
      startKey.current = { of: '', key: '' }
      setError(undefined)
      setPayment(undefined)
    },
    choose: (chosen: CheckoutMethod) => {
      setMethod(chosen)
      setError(undefined)
      if (chosen === 'bank_transfer' && !payment?.transfer) void ways.transfer()
      if (chosen === 'qr' && !payment?.qr) void ways.scan()
    },
    /** Leaves a question of the bank's unanswered: the same payment can still be paid by another card, or by transfer. */
    dismissChallenge: () => {
      setError(undefined)
      setDismissed(payment && stageKey(payment))
    },
    /** A new payment of the same purchase, by the same payer. */
    again: (by: CheckoutMethod) =>
      run('again', async () => {
        const started = await start(payer, true)
        setMethod(by)
        return ways.openWhere(by, started)
      }),
  }
}

/** Who pays and how much: as the payment knows it, or as it was typed into a form that was refused. */
const startCardChange = (api: ReturnType<typeof connectCheckout>, accessCode: string) =>
  callEndpoint(api, changeCard, { accessCode }, { idempotencyKey: crypto.randomUUID() })

function initialPayer({ page, payment, typed: { amount, ...typed } }: CheckoutProps): PayerChoice {
  if (payment) return toPayerChoice(payment)
  const { invoice } = page
  return {
    ...typed,
    // Mostly it is the customer who pays, and all of it.
    email: typed.email || (invoice?.customer.email ?? ''),
    amountKobo: page.amountKobo ?? parseNaira(amount) ?? invoice?.owedKobo,
  }
}

const toPayerChoice = ({ email, priceKobo: amountKobo, phone, fields }: CheckoutState): PayerChoice => ({
  email,
  amountKobo,
  phone: phone ?? '',
  fields,
})

/** What a payment begins with: what this page asks, and nothing else. */
const toStartInput = (page: CheckoutPage, { email, amountKobo, phone, fields }: PayerChoice) => ({
  slug: page.slug,
  email,
  ...(page.amountKobo === null && { amountKobo }),
  ...(page.collectPhone && { phone }),
  ...(page.fields.length > 0 && {
    fields: Object.fromEntries(page.fields.map(({ key }) => [key, fields[key] ?? ''])),
  }),
})

/** The channel the address names, else the one the payment was left at, else the page's first. */
function selectMethod({ page, payment, way }: CheckoutProps): CheckoutMethod {
  const methods = listMethods(page)
  return methods.find((method) => method === (way ?? payment?.channel)) ?? methods[0] ?? 'card'
}

/** The present payment. Whatever the server says of it goes through `adopt`. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => updateState(payment), [])
  return { payment, setPayment, adopt }
}

/** One thing at a time. Answers whether the server answered; what was typed stays where it is unless it did. */
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

  /** Where the answer was lost, the payment itself says whether the bank was asked: nobody is charged twice. */
  const movedOn = async (error: unknown) => {
    if (!payment || !mayHaveMovedOn(error)) return undefined
    const now = await callEndpoint(connectCheckout(page.mode), getCheckoutState, {
      accessCode: payment.accessCode,
    }).catch(() => undefined)
    // The bank was asked about the card and has not answered: what was typed stays, and asking again charges once.
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
      const now = await movedOn(error)
      if (now) adopt(now)
      else setError(describeError(error))
      return now !== undefined
    } finally {
      running.current = false
      setBusy(undefined)
    }
  }
  return { busy, error, setError, run }
}
