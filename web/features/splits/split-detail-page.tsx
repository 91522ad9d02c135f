import { accountLabel } from '@adire/contract/channels/method-name.ts'
import { groupDigits } from '@adire/contract/group-digits.ts'
import { createSplit, deleteSplit, getSplit, listSplits, updateSplit } from '@adire/contract/splits.ts'
import type { SplitDetail } from '@adire/contract/splits-schemas.ts'
import { Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useCall } from '../../client/api.ts'
import { AllowedButton, AllowedLink } from '../../ui/allowed-button.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DetailList } from '../../ui/detail-list.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'
import { keepNumbersWhole } from '../../ui/whole-numbers.ts'
import { SplitCalculator } from './calculator.tsx'
import { ShareBar } from './share-bar.tsx'
import { SharedPayments } from './shared-payments.tsx'
import { splitsBack, splitTabs } from './split-tabs.ts'
import { bearerName, formatPercent, formatShare, typeNames } from './split-words.ts'

const SplitEditor = lazyComponent(() => import('./split-editor.tsx').then((m) => m.SplitEditor))
const DeleteSplitModal = lazyComponent(() => import('./delete-split-modal.tsx').then((m) => m.DeleteSplitModal))

const back = { to: '/split-payment', label: 'Split payments' }

/** One split (`id`), its editor (`edit`) or a new one (`new`). Without parameters, the newest split. */
export function SplitDetailPage() {
  const { params } = useUrlState()
  const splitId = params.get('id')
  const isNew = params.has('new')
  const last = useCall(listSplits, { limit: 1 }, { enabled: splitId === null && !isNew })
  const id = splitId ?? last.data?.content[0]?.id
  if (isNew)
    return (
      <>
        <PageHeader title="New split" tabs={splitTabs} back={splitsBack} />
        <Editor split={undefined} />
      </>
    )
  if (id) return <One key={id} id={id} />
  return (
    <>
      <PageHeader title="Split" tabs={splitTabs} back={splitsBack} />
      {last.error && <ErrorStrip message={last.error.message} onRetry={() => last.refetch()} />}
      {!last.error && !last.data && <DetailSkeleton rows={8} />}
      {last.data && (
        <Empty
          title="No split to show yet"
          action={
            <AllowedLink needs={createSplit} to="/split-payment-detail?new=1">
              New split
            </AllowedLink>
          }
        >
          Choose who gets which share of a payment. Its payments appear here.
        </Empty>
      )}
    </>
  )
}

const Editor = ({ split }: { split: SplitDetail | undefined }) => (
  <Suspense fallback={<DetailSkeleton rows={8} />}>
    <SplitEditor split={split} />
  </Suspense>
)

function One({ id }: { id: string }) {
  const { params } = useUrlState()
  const found = useCall(getSplit, { id })
  if (!found.data)
    return (
      <LoadError what="split" back={back} read={found}>
        <DetailSkeleton rows={8} />
      </LoadError>
    )
  if (params.has('edit') && found.data.status === 'active')
    return (
      <>
        <PageHeader title={`Edit ${found.data.name}`} tabs={splitTabs} back={splitsBack} />
        <Editor split={found.data} />
      </>
    )
  return <SplitView split={found.data} />
}

function SplitView({ split }: { split: SplitDetail }) {
  const [isDeleting, setDeleting] = useState(false)
  const { id, code, name, status, payments } = split
  const findName = (recipientId: string) =>
    split.shares.find((share) => share.partyId === recipientId)?.name ?? 'This recipient'
  return (
    <>
      <PageHeader
        title={name}
        badge={status === 'archived' && <Badge tone="neutral">Archived</Badge>}
        note={`${typeNames[split.type]} \u00b7 ${code}`}
        tabs={splitTabs}
        back={splitsBack}
        keptParams={['id']}
        actions={
          <>
            <CopyButton text={id} label="Copy id" />
            {status === 'active' && (
              <>
                <AllowedButton
                  needs={deleteSplit}
                  tone="secondary"
                  icon={<Trash2 strokeWidth={1.75} aria-hidden="true" />}
                  onClick={() => setDeleting(true)}
                >
                  Delete
                </AllowedButton>
                <AllowedLink
                  needs={updateSplit}
                  to={`/split-payment-detail?id=${id}&edit=1`}
                  icon={<Pencil strokeWidth={1.75} aria-hidden="true" />}
                >
                  Edit
                </AllowedLink>
              </>
            )}
          </>
        }
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="flex min-w-0 flex-col gap-6">
          <Card title="Shares">
            <Shares split={split} />
          </Card>
          <SharedPayments id={id} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <SplitCalculator terms={split} nameOf={findName} />
          <Card title="Details">
            <div className="-mt-1 -mb-3">
              <DetailList
                details={[
                  { label: 'Payments', value: groupDigits(payments) },
                  { label: 'Collected', value: <Amount kobo={split.collectedKobo} /> },
                  {
                    label: 'Fee paid by',
                    value: bearerName(split.feeBearer, split.bearerPartyId ? findName(split.bearerPartyId) : undefined),
                  },
                  { label: 'Payment links', value: groupDigits(split.links) },
                  { label: 'Invoices', value: groupDigits(split.invoices) },
                ]}
              />
            </div>
            {split.typeLockedFor && <p className="mt-4 text-sm text-muted">{split.typeLockedFor}</p>}
          </Card>
        </div>
      </div>
      {isDeleting && (
        <Suspense fallback={<FullLoader />}>
          <DeleteSplitModal split={split} onCancel={() => setDeleting(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Shares and total earnings of each recipient. */
function Shares({ split: { type, shares, ownBps, totals } }: { split: SplitDetail }) {
  const had = (ownerId: string | undefined) => {
    const found = totals.find((total) => (ownerId ? total.ownerId === ownerId : total.isBusiness))
    return (found?.netKobo ?? 0) - (found?.returnedKobo ?? 0)
  }
  const largest = type === 'percentage' ? 10_000 : Math.max(...shares.map(({ value }) => value))
  const rows = [
    {
      key: 'own',
      name: 'You',
      note: 'Your primary bank account',
      share: ownBps === null ? 'What is left' : formatPercent(ownBps),
      part: (ownBps ?? 0) / 10_000,
      kobo: had(undefined),
    },
    ...shares.map(({ partyId, name, bankName, accountNumber, value }) => ({
      key: partyId,
      name,
      note: keepNumbersWhole(accountLabel(bankName, accountNumber)),
      share: formatShare(type, value),
      part: value / largest,
      kobo: had(partyId),
    })),
  ]
  return (
    <ul className="flex flex-col gap-5">
      {rows.map(({ key, name, note, share, part, kobo }) => (
        <li key={key} className="flex flex-col gap-2">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium wrap-anywhere">{name}</span>
            <span className="figures font-medium">{share}</span>
          </div>
          <ShareBar share={part} />
          <div className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
            <span>{note}</span>
            <span>
              Got <Amount kobo={kobo} className="text-ink-2" /> so far
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
