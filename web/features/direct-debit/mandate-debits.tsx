import {
  cancelDebit,
  debitAttempts,
  getDebitCalendar,
  getMandate,
  listDebits,
  scheduleDebit,
  skippedByCustomer,
} from '@adire/contract/direct-debit.ts'
import type { Debit, Mandate } from '@adire/contract/direct-debit-schemas.ts'
import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useCall, useChange } from '../../client/api.ts'
import { SimulateButton } from '../../domain/simulate-button.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Amount } from '../../ui/amount.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { formatDateTime, formatDay } from '../../ui/date.ts'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { Pager } from '../../ui/pager.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { usePaging } from '../../ui/use-paging.ts'
import { DebitBadge } from './debit-badge.tsx'
import { customerOf } from './mandate-words.ts'

const DebitModal = lazyComponent(() => import('./debit-modal.tsx').then((module) => module.DebitModal))

const pageSize = limits.listLimit
const checkAgainMs = 4_000

/** Debits of the mandate with their attempts and status. */
export function MandateDebits({ mandate }: { mandate: Mandate }) {
  const { page, pager } = usePaging(pageSize)
  const list = useCall(
    listDebits,
    { id: mandate.id, ...page },
    {
      keepPrevious: true,
      refetchInterval: ({ state }) =>
        state.data?.content.some(({ status }) => status === 'processing') ? checkAgainMs : false,
    },
  )
  if (list.error) return <ErrorStrip message={list.error.message} onRetry={() => list.refetch()} />
  if (!list.data) return <TableSkeleton rows={4} />
  const { content, totalElements, totalIsCapped } = list.data
  if (totalElements === 0) return <Empty title="No debits yet">{whenNone(mandate)}</Empty>
  return (
    <section aria-label="Debits of this mandate" className="card overflow-clip">
      <ul
        aria-busy={list.isPlaceholderData}
        className={`divide-y divide-line transition-opacity ${list.isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {content.map((debit) => (
          <Item key={debit.id} debit={debit} mandate={mandate} />
        ))}
      </ul>
      {totalElements > pageSize && (
        <Pager {...pager} total={totalElements} totalIsCapped={totalIsCapped} busy={list.isPlaceholderData} />
      )}
    </section>
  )
}

function whenNone({ kind, status }: Mandate): string {
  if (['cancelled', 'expired', 'rejected'].includes(status)) return 'Nothing was debited, and nothing will be.'
  if (kind === 'fixed') return 'The first is planned as soon as the mandate is ready.'
  return 'Schedule a debit with Debit. The customer is notified at least 24 hours before.'
}

const over = new Set<Debit['status']>(['success', 'failed', 'cancelled'])

function Item({ debit, mandate }: { debit: Debit; mandate: Mandate }) {
  const { status, amountKobo, dueOn, paymentId, narration, failure } = debit
  const note = describeAttempts(debit)
  const isSkipped = failure?.code === skippedByCustomer
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 flex-1 basis-44">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Amount kobo={amountKobo} />
          <DebitBadge {...debit} status={isSkipped ? 'skipped' : status} />
        </div>
        <p className="mt-1 text-sm wrap-anywhere text-muted">
          <time dateTime={dueOn}>{formatDay(dueOn)}</time>, {narration}
        </p>
        {note && <p className="mt-0.5 text-sm text-ink-2">{note}</p>}
        {failure && !isSkipped && (
          <p className={`mt-0.5 text-sm ${status === 'failed' ? 'text-bad' : 'text-ink-2'}`}>
            {failure.message}
            {failure.bankCode && ` (bank code ${failure.bankCode})`}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {paymentId && (
          <Link
            to={`/transactions/${paymentId}`}
            className="rounded-sm px-1 py-1 font-medium text-link hover:underline pointer-coarse:py-3"
          >
            Transaction<span className="sr-only"> of {formatDay(dueOn)}</span>
          </Link>
        )}
        {!over.has(status) && <SimulateButton kind="debit" id={debit.id} name={`Debit of ${formatDay(dueOn)}`} />}
        {status === 'failed' && mandate.allowed.includes('debit') && <DebitAgain debit={debit} mandate={mandate} />}
        {(status === 'scheduled' || status === 'retrying') && <CancelDebit debit={debit} mandate={mandate} />}
      </div>
    </li>
  )
}

/** Attempt summary: "Tried 1 of 3 times, again on 22 Nov 2026, 09:00". */
function describeAttempts({ status, attempts, nextAttemptAt, noticedAt }: Debit): string | undefined {
  if (status === 'scheduled' && nextAttemptAt)
    return `Will be debited on ${formatDateTime(nextAttemptAt)}${noticedAt ? '. The customer has been notified.' : ''}`
  if (status === 'retrying' && nextAttemptAt)
    return `Tried ${attempts} of ${debitAttempts} times, again on ${formatDateTime(nextAttemptAt)}`
  return attempts > 1 ? `Tried ${attempts} times` : undefined
}

/** Requests a debit again whose last attempt failed. The customer is notified as before any debit. */
function DebitAgain({ debit, mandate }: { debit: Debit; mandate: Mandate }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <AllowedButton needs={scheduleDebit} tone="secondary" onClick={() => setOpen(true)}>
        Debit again<span className="sr-only">, the debit of {formatDay(debit.dueOn)}</span>
      </AllowedButton>
      <Suspense fallback={<FullLoader />}>
        {isOpen && <DebitModal mandate={mandate} failed={debit} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}

function CancelDebit({ debit, mandate }: { debit: Debit; mandate: Mandate }) {
  const [isOpen, setOpen] = useState(false)
  const cancel = useChange(cancelDebit, {
    refresh: [listDebits, getMandate, getDebitCalendar],
    success: 'The debit is cancelled',
    onDone: () => setOpen(false),
  })
  return (
    <>
      <AllowedButton needs={cancelDebit} tone="secondary" onClick={() => setOpen(true)}>
        Cancel<span className="sr-only"> the debit of {formatDay(debit.dueOn)}</span>
      </AllowedButton>
      <ConfirmModal
        open={isOpen}
        title={`Cancel the debit of ${formatNaira(debit.amountKobo)}?`}
        action="Cancel debit"
        busy={cancel.isPending}
        onConfirm={() => cancel.mutate({ id: debit.id })}
        onCancel={() => setOpen(false)}
      >
        Nothing is taken from {customerOf(mandate)} for {formatDay(debit.dueOn)}.
        {debit.source === 'schedule' && ' The schedule continues with the next debit.'}
      </ConfirmModal>
    </>
  )
}
