import { messages } from '@adire/contract/messages.ts'
import { type ComponentType, createElement, lazy, Suspense } from 'react'
import { useTexts } from '../languages/use-texts.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { paymentQuery } from './purchase.ts'
import { StepError } from './step.tsx'
import type { CheckoutController } from './use-checkout.ts'

/** Rarely used part of the page in its own file. The server renders it with the page; its markup stays until the file has
 * loaded, or `Waiting` is shown. If the file can't be loaded, the payer can still request the whole page from the server. */
export function lazyStep<Props extends { checkout: CheckoutController }>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props> = Loading,
) {
  let loaded: ComponentType<Props> | undefined
  const Part = lazy<ComponentType<Props>>(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: NotHere }),
    ),
  )
  const Later = (props: Props) => (
    <Suspense fallback={createElement(Waiting, props)}>
      {createElement(loaded ?? (Part as ComponentType<Props>), props)}
    </Suspense>
  )
  return Object.assign(Later, {
    /** Loads the part. Call it on the server before rendering, and before hydration for a part that the first view has. */
    warm: async () => {
      loaded = await load()
    },
  })
}

function Loading() {
  const { loading } = useTexts()
  return (
    <p role="status" className="flex min-h-11 items-center justify-center gap-3 text-muted">
      <Spinner /> {loading}
    </p>
  )
}

function NotHere({ checkout: { payment, method } }: { checkout: CheckoutController }) {
  const { reload } = useTexts()
  return (
    <>
      <StepError message={messages.network} />
      <a
        href={paymentQuery(payment?.accessCode, method)}
        className="font-medium text-link underline underline-offset-2"
      >
        {reload}
      </a>
    </>
  )
}
