import { limits } from '@adire/contract/limits.ts'
import { faultOf, type SplitBearer, type SplitTerms, type SplitType, wholeBps } from '@adire/contract/split-shares.ts'
import {
  createSplit,
  getSplit,
  listSplitParties,
  listSplits,
  type SplitDetail,
  updateSplit,
} from '@adire/contract/splits.ts'
import { type FormEvent, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCall, useChange } from '../../api.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { part } from '../../ui/chunk.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { Input } from '../../ui/input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { Calculator } from './calculator.tsx'
import { type ShareDraft, ShareRows } from './share-rows.tsx'
import { typeNames } from './split-words.ts'

const PartyModal = part(() => import('./party-modal.tsx').then((m) => m.PartyModal))

const types = (Object.keys(typeNames) as SplitType[]).map((value) => ({ value, label: typeNames[value] }))

/** A new split, or a present one: the shares on the left, what they come to on the right. */
export function SplitEditor({ split }: { split: SplitDetail | undefined }) {
  const navigate = useNavigate()
  const [name, setName] = useState(split?.name ?? '')
  const [type, setType] = useState<SplitType>(split?.type ?? 'percentage')
  const [bearer, setBearer] = useState(split?.bearerPartyId ?? split?.feeBearer ?? 'business')
  const [shares, setShares] = useState<ShareDraft[]>(split?.shares ?? [{ partyId: '', value: undefined }])
  const [isTried, setTried] = useState(false)
  const [addsTo, setAddsTo] = useState<number>()
  const parties = useCall(listSplitParties, { limit: limits.listMaximum })
  const done = {
    quiet: true,
    refresh: [listSplits, getSplit],
    onDone: ({ id }: SplitDetail) => navigate(`/split-payment-detail?id=${id}`, { replace: true }),
  }
  const create = useChange(createSplit, { ...done, success: ({ name }) => `${name} is ready to be chosen` })
  const update = useChange(updateSplit, { ...done, success: ({ name }) => `${name} was saved` })
  if (parties.error) return <ErrorStrip message={parties.error.message} onRetry={() => parties.refetch()} />
  if (!parties.data) return <DetailSkeleton rows={8} />
  // One that is archived may keep its share.
  const known = [
    ...parties.data.content,
    ...(split?.shares ?? []).flatMap(({ partyId: id, name }) =>
      parties.data.content.some((party) => party.id === id) ? [] : [{ id, name }],
    ),
  ]
  const nameOf = (id: string) => known.find((party) => party.id === id)?.name ?? ''
  const terms = termsOf({ type, bearer, shares })
  const isFilled = shares.every(({ partyId, value }) => partyId !== '' && value !== undefined)
  const fault = isFilled ? faultOf(terms) : 'Choose a party and a share in each row'
  const nameFault = name.trim().length < limits.nameMinimum ? 'Use at least 3 characters' : undefined
  const refusal = create.error ?? update.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (fault || nameFault) return
    const given = { name: name.trim(), ...terms }
    if (split) update.mutate({ id: split.id, ...given })
    else create.mutate(given)
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
      <form noValidate onSubmit={submit} className="flex max-w-[720px] min-w-0 flex-col gap-6">
        {refusal && <ErrorStrip message={refusal.message} />}
        <div className="card flex flex-col gap-5 p-5">
          <Field label="Name" error={isTried ? nameFault : undefined} hint="As your team knows it.">
            <Input value={name} onChange={({ target }) => setName(target.value)} maxLength={60} autoComplete="off" />
          </Field>
          {split?.typeLockedFor ? (
            <p>
              <span className="font-medium">{typeNames[type]}.</span>{' '}
              <span className="text-muted">{split.typeLockedFor}</span>
            </p>
          ) : (
            <Segmented
              label="Shares are"
              size="md"
              options={types}
              value={type}
              onChange={(next) => {
                setType(next)
                setShares(shares.map((share) => ({ ...share, value: undefined })))
              }}
            />
          )}
        </div>
        <ShareRows
          type={type}
          shares={shares}
          parties={known}
          fault={isTried ? fault : undefined}
          onChange={setShares}
          onAdd={setAddsTo}
        />
        <div className="card flex flex-col gap-5 p-5">
          <BearerField bearer={bearer} shares={shares} nameOf={nameOf} onChange={setBearer} />
          {split && split.payments > 0 && (
            <p className="text-muted">
              Changes count for payments that begin from now on. Those that have begun keep the shares they began with.
            </p>
          )}
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <LinkButton to={split ? `/split-payment-detail?id=${split.id}` : '/split-payment'} tone="secondary">
            Cancel
          </LinkButton>
          <Button type="submit" busy={create.isPending || update.isPending}>
            {split ? 'Save' : 'Make split'}
          </Button>
        </div>
      </form>
      <Calculator terms={fitting(terms)} nameOf={(id) => nameOf(id) || 'This party'} />
      {addsTo !== undefined && (
        <Suspense fallback={<FullLoader />}>
          <PartyModal
            party={undefined}
            onClose={() => setAddsTo(undefined)}
            onDone={({ id: partyId }) => {
              setShares(shares.map((share, place) => (place === addsTo ? { ...share, partyId } : share)))
              setAddsTo(undefined)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** What has been filled in so far; a party that left takes the fee with it back to the business. */
function termsOf({ type, bearer, shares }: { type: SplitType; bearer: string; shares: ShareDraft[] }): SplitTerms {
  const filled = shares.flatMap(({ partyId, value }) => (partyId && value ? [{ partyId, value }] : []))
  const isParty = shares.some(({ partyId }) => partyId !== '' && partyId === bearer)
  const feeBearer: SplitBearer = isParty ? 'party' : bearer === 'everyone' ? 'everyone' : 'business'
  return {
    type,
    feeBearer,
    bearerPartyId: isParty ? bearer : null,
    shares: filled,
  }
}

/** More than all of a payment cannot be shared out: until that is put right, each counts by its part. */
function fitting(terms: SplitTerms): SplitTerms {
  const sum = terms.shares.reduce((total, { value }) => total + value, 0)
  if (terms.type === 'flat' || sum <= wholeBps) return terms
  const shares = terms.shares.map((share) => ({ ...share, value: Math.floor((share.value * wholeBps) / sum) }))
  return { ...terms, shares }
}

type BearerFieldProps = {
  bearer: string
  shares: readonly ShareDraft[]
  nameOf: (partyId: string) => string
  onChange: (bearer: string) => void
}

const BearerField = ({ bearer, shares, nameOf, onChange }: BearerFieldProps) => (
  <Field
    label="Who bears the fee"
    hint="Where a share is too small for it, you bear the rest. Where the payer pays it on top, the price is shared."
  >
    <Select
      value={bearer}
      onChange={({ target }) => onChange(target.value)}
      options={[
        { value: 'business', label: 'You' },
        { value: 'everyone', label: 'Everyone, by their share' },
        ...shares.flatMap(({ partyId }) => (partyId ? [{ value: partyId, label: nameOf(partyId) }] : [])),
      ]}
    />
  </Field>
)
