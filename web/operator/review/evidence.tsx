import { openReviewDocument, openReviewNumber } from '@adire/contract/back-office/review.ts'
import type { Review, ReviewItem } from '@adire/contract/back-office/review-schemas.ts'
import { accountLabel } from '@adire/contract/channels/method-name.ts'
import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import { ExternalLink, Eye } from 'lucide-react'
import { useState } from 'react'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { type DetailItem, DetailList } from '../../ui/detail-list.tsx'
import { useChange } from '../client/api.ts'
import { useDenied } from '../client/person.ts'

type Owner = NonNullable<ReviewItem['owner']>
type Registry = Owner['registry']
type BvnMatches = NonNullable<Owner['matches']>

const answers: Record<Registry, [BadgeTone, string]> = {
  match: ['ok', 'It is this person'],
  partial_match: ['warn', 'It is this person in part'],
  mismatch: ['bad', 'It is another person'],
  not_found: ['bad', 'There is no such BVN'],
  watch_listed: ['bad', 'The BVN is on the watch list'],
  unchecked: ['warn', 'The register was not asked'],
}

type Opened = { document?: EndpointOutput<typeof openReviewDocument>; lines?: readonly string[] }

/** Opens what is sealed, which is recorded each time. `open` is undefined for an item with nothing sealed. */
export function useEvidence(review: Review, item: ReviewItem) {
  const [opened, setOpened] = useState<Readonly<Record<string, Opened>>>({})
  const denied = useDenied(openReviewDocument)
  const add = (more: Opened) => setOpened((known) => ({ ...known, [item.type]: { ...known[item.type], ...more } }))
  const document = useChange(openReviewDocument, { onDone: (given) => add({ document: given }) })
  const number = useChange(openReviewNumber, { onDone: ({ lines }) => add({ lines }) })
  const input = { id: review.id, type: item.type }
  const isBusy = document.isPending || number.isPending
  const open = () => {
    if (denied || isBusy) return
    if (item.document) document.mutate(input)
    if (item.sealed) number.mutate(input)
  }
  return { opened: opened[item.type], open: item.document || item.sealed ? open : undefined, isBusy, denied }
}

type EvidenceProps = { review: Review; item: ReviewItem; evidence: ReturnType<typeof useEvidence> }

/** What was submitted, beside the answers of registers and the names that it is compared with. */
export function Evidence({ review, item, evidence: { opened, open, isBusy, denied } }: EvidenceProps) {
  return (
    <div className="flex flex-col gap-5">
      <DetailList details={listDetails(review, item).filter((detail) => detail !== false)} />
      {opened?.lines && (
        <ul aria-label="Sealed values" className="figures rounded-md bg-sunken px-5 py-4 font-medium">
          {opened.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {opened?.document && <DocumentView {...opened.document} />}
      {open && (
        <AllowedButton
          tone="secondary"
          icon={<Eye strokeWidth={1.75} />}
          denied={denied}
          busy={isBusy}
          onClick={open}
          className="self-start"
        >
          {item.document ? (opened?.document ? 'Open again' : 'Open document') : 'Show in full'}
        </AllowedButton>
      )}
    </div>
  )
}

function listDetails(review: Review, item: ReviewItem): (DetailItem | false)[] {
  const { document, owner, account, submitted } = item
  const isAboutPerson = item.type === 'BVN' || item.type === 'OWNER_IDENTITY' || item.type === 'PROOF_OF_ADDRESS'
  const bvn = review.items.find(({ type }) => type === 'BVN')
  const named = owner ?? (isAboutPerson ? bvn?.owner : undefined)
  return [
    submitted !== null && !document && { label: 'Submitted', value: submitted },
    document !== null && { label: 'Document', value: document.name },
    isAboutPerson && {
      label: 'Owner, as the business says',
      value: named?.name ?? 'Not asked yet: it was submitted before',
      strong: named !== undefined,
    },
    named?.registryName != null && { label: 'Name in the BVN register', value: named.registryName, strong: true },
    owner !== null && {
      label: 'Answer of the register',
      value: <Badge tone={answers[owner.registry][0]}>{answers[owner.registry][1]}</Badge>,
    },
    ...describeMatches(owner?.matches ?? null),
    item.type === 'BUSINESS_DETAILS' && { label: 'Kind of business', value: review.category ?? '–' },
    item.type === 'BUSINESS_DETAILS' && { label: 'What it does', value: review.description ?? '–' },
    (item.type === 'BUSINESS_DETAILS' || item.type === 'PROOF_OF_ADDRESS') && {
      label: 'Address of the business',
      value: review.address ?? '–',
    },
    account !== null && { label: 'Account', value: accountLabel(account.bank, account.last4) },
    account !== null && {
      label: 'Holder at the bank',
      value: account.holder ?? 'The bank was not asked',
      strong: true,
    },
    account !== null && {
      label: 'Name of the business',
      value: (
        <span className="inline-flex flex-wrap items-center justify-end gap-2">
          {review.businessName}
          <Badge tone={account.nameMatches ? 'ok' : 'bad'}>{account.nameMatches ? 'Same' : 'Differs'}</Badge>
        </span>
      ),
    },
  ]
}

const matchTexts: Record<keyof BvnMatches, string> = {
  name: 'Name in the register',
  dateOfBirth: 'Date of birth in the register',
  phone: 'Phone number in the register',
}
const matchBadges: Record<BvnMatches[keyof BvnMatches], [BadgeTone, string]> = {
  full: ['ok', 'Same'],
  partial: ['warn', 'Same in part'],
  none: ['bad', 'Differs'],
}

/** How the register compares each detail of the owner. */
const describeMatches = (matches: BvnMatches | null): DetailItem[] =>
  matches === null
    ? []
    : (Object.keys(matchTexts) as (keyof BvnMatches)[]).map((detail) => {
        const [tone, text] = matchBadges[matches[detail]]
        return { label: matchTexts[detail], value: <Badge tone={tone}>{text}</Badge> }
      })

/** A document that was opened. Its address works for a minute, and only in this session. */
function DocumentView({ url, contentType, name }: EndpointOutput<typeof openReviewDocument>) {
  return (
    <figure className="flex flex-col gap-2">
      {contentType === 'application/pdf' ? (
        <iframe src={url} title={name} className="h-[70vh] w-full rounded-md border border-line bg-sunken" />
      ) : (
        <img
          src={url}
          alt={name}
          className="max-h-[70vh] w-full rounded-md border border-line bg-sunken object-contain"
        />
      )}
      <figcaption className="text-sm text-muted">
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1.5 font-medium text-link hover:underline [&_svg]:size-4"
        >
          <ExternalLink strokeWidth={1.75} aria-hidden="true" />
          Open in a new tab
        </a>{' '}
        within a minute
      </figcaption>
    </figure>
  )
}
