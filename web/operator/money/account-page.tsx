import { getLedgerEntry, listAccountLines } from '@adire/contract/back-office/money.ts'
import type { AccountLine } from '@adire/contract/back-office/money-schemas.ts'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/date.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Modal } from '../../ui/modal.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton, TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import type { TableColumn } from '../../ui/table-column.ts'
import { useMode } from '../app/use-mode.tsx'
import { useCall } from '../client/api.ts'
import { accountName, ownerName } from './account-names.ts'
import { SidedAmount } from './sided-amount.tsx'

const limit = 50

/** The postings of one account, newest first. */
export function AccountPage() {
  const { kind = '', id = '' } = useParams()
  const search = useMode() === 'TEST' ? '?mode=TEST' : ''
  const cursor = useSearchParams()[0].get('cursor') ?? undefined
  const [opened, setOpened] = useState<string>()
  const read = useCall(listAccountLines, { id, limit, cursor }, { keepPrevious: true })
  const { data } = read
  const back = { to: `/money/ledger/${kind}${search}`, label: accountName(kind) }
  if (!data)
    return (
      <LoadError
        what="ledger account"
        back={{ to: `/money/ledger${search}`, label: 'Ledger' }}
        read={read}
        missing="Check the address of this page."
      >
        <TableSkeleton />
      </LoadError>
    )
  const next = data.nextCursor
  return (
    <>
      <PageHeader
        title={`${accountName(kind)}: ${ownerName(data.account.owner)}`}
        note={<BalanceNote kobo={data.account.balanceKobo} />}
        back={back}
      />
      {data.content.length === 0 ? (
        <Empty title="No postings">Nothing was posted to this account yet.</Empty>
      ) : (
        <Table label="Postings" columns={lineColumns(setOpened)} rows={data.content} keyOf={({ entryId }) => entryId} />
      )}
      {next && <OlderButton cursor={next} />}
      {opened && <EntryModal id={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

const BalanceNote = ({ kobo }: { kobo: number }) => (
  <>
    Balance: <SidedAmount kobo={kobo} />
  </>
)

function OlderButton({ cursor }: { cursor: string }) {
  const [, setParams] = useSearchParams()
  return (
    <div className="mt-4 flex justify-center">
      <Button
        tone="secondary"
        onClick={() => {
          setParams((params) => {
            params.set('cursor', cursor)
            return params
          })
          scrollTo(0, 0)
        }}
      >
        Older postings
      </Button>
    </div>
  )
}

const lineColumns = (onOpen: (entryId: string) => void): readonly TableColumn<AccountLine>[] => [
  {
    label: 'Posting',
    phone: 'title',
    room: 16,
    cell: ({ description, entryId }) => (
      <button
        type="button"
        className="block max-w-full truncate text-link hover:underline"
        onClick={() => onOpen(entryId)}
      >
        {description}
      </button>
    ),
    fullText: ({ description }) => description,
  },
  { label: 'Amount', align: 'right', phone: 'value', cell: ({ amountKobo }) => <SidedAmount kobo={amountKobo} /> },
  {
    label: 'Time',
    phone: 'note',
    quiet: true,
    cell: ({ at }) => <span className="figures">{formatDateTime(at)}</span>,
  },
  {
    label: 'Reference',
    drops: 1,
    quiet: true,
    cell: ({ reference }) => <span className="figures">{reference}</span>,
    fullText: ({ reference }) => reference,
  },
]

/** All lines of an entry, which add up to zero. */
function EntryModal({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useCall(getLedgerEntry, { id })
  return (
    <Modal open title={data?.description ?? 'Posting'} onClose={onClose}>
      {error ? (
        <ErrorStrip message={error.message} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <p className="figures text-sm text-muted wrap-anywhere">{`${formatDateTime(data.at)} · ${data.reference}`}</p>
          <DetailList
            details={data.lines.map(({ account, amountKobo }) => ({
              label: `${accountName(account.kind)}: ${ownerName(account.owner)}`,
              value: <SidedAmount kobo={amountKobo} />,
            }))}
          />
        </>
      ) : (
        <DetailSkeleton rows={3} />
      )}
    </Modal>
  )
}
