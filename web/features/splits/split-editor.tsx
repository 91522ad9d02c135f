import { limits } from '@adire/contract/limits.ts'
import {
  fullShareBps,
  type SplitBearer,
  type SplitTerms,
  type SplitType,
  validateSplitTerms,
} from '@adire/contract/split-shares.ts'
import {
  createSplit,
  createSplitParty,
  getSplit,
  listSplitParties,
  listSplits,
  updateSplit,
} from '@adire/contract/splits.ts'
import type { SplitDetail } from '@adire/contract/splits-schemas.ts'
import { type FormEvent, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCall, useChange } from '../../client/api.ts'
import { useCan } from '../../client/permissions.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { AllowedFields } from '../../ui/allowed-fields.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { Select } from '../../ui/select.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { SplitCalculator } from './calculator.tsx'
import { NameAndType } from './name-and-type.tsx'
import { type ShareDraft, ShareRows } from './share-rows.tsx'
import { readSplitErrors } from './split-errors.ts'

const RecipientModal = lazyComponent(() => import('./recipient-modal.tsx').then((m) => m.RecipientModal))

/** Editor of a new or existing split: shares on the left, calculator on the right. */
export function SplitEditor({ split }: { split: SplitDetail | undefined }) {
  const navigate = useNavigate()
  const can = useCan()
  const [name, setName] = useState(split?.name ?? '')
  const [type, setType] = useState<SplitType>(split?.type ?? 'percentage')
  const [bearer, setBearer] = useState(split?.bearerPartyId ?? split?.feeBearer ?? 'business')
  const [shares, setShares] = useState<ShareDraft[]>(split?.shares ?? [{ partyId: '', value: undefined }])
  const [isSubmitted, setSubmitted] = useState(false)
  const [addsTo, setAddsTo] = useState<number>()
  const recipients = useCall(listSplitParties, { limit: limits.listMaximum })
  const done = {
    quiet: true,
    refresh: [listSplits, getSplit],
    onDone: ({ id }: SplitDetail) => navigate(`/split-payment-detail?id=${id}`, { replace: true }),
  }
  const create = useChange(createSplit, { ...done, success: ({ name }) => `${name} is ready to use` })
  const update = useChange(updateSplit, { ...done, success: ({ name }) => `${name} was saved` })
  if (recipients.error) return <ErrorStrip message={recipients.error.message} onRetry={() => recipients.refetch()} />
  if (!recipients.data) return <DetailSkeleton rows={8} />
  // An archived recipient may keep their share.
  const known = [
    ...recipients.data.content,
    ...(split?.shares ?? []).flatMap(({ partyId: id, name }) =>
      recipients.data.content.some((recipient) => recipient.id === id) ? [] : [{ id, name }],
    ),
  ]
  const findName = (id: string) => known.find((recipient) => recipient.id === id)?.name ?? ''
  const terms = buildTerms({ type, bearer, shares })
  const isFilled = shares.every(({ partyId, value }) => partyId !== '' && value !== undefined)
  const fault = isFilled ? validateSplitTerms(terms) : 'Choose a recipient and a share in each row'
  const nameFault = name.trim().length < limits.nameMinimum ? 'Use at least 3 characters' : undefined
  const errors = readSplitErrors(create.error ?? update.error)
  const clearErrors = () => {
    for (const change of [create, update]) if (change.error) change.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (fault || nameFault) return
    const given = { name: name.trim(), ...terms }
    if (split) update.mutate({ id: split.id, ...given })
    else create.mutate(given)
  }
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,720px)_360px]">
      <form noValidate onSubmit={submit} onChange={clearErrors} className="flex max-w-[720px] min-w-0 flex-col gap-6">
        {errors.general && <ErrorStrip message={errors.general} />}
        <AllowedFields needs={createSplit} className="flex flex-col gap-6">
          <NameAndType
            name={name}
            onName={setName}
            type={type}
            onType={(next) => {
              setType(next)
              setShares(shares.map((share) => ({ ...share, value: undefined })))
            }}
            typeLockedFor={split?.typeLockedFor ?? null}
            errors={{ name: (isSubmitted && nameFault) || errors.name, type: errors.type }}
          />
          <ShareRows
            type={type}
            shares={shares}
            recipients={known}
            fault={(isSubmitted && fault) || errors.shares}
            errors={errors.rows}
            onChange={(next) => {
              setShares(next)
              clearErrors()
            }}
            onAdd={can(createSplitParty) ? setAddsTo : undefined}
          />
          <div className="card flex flex-col gap-5 p-5">
            <BearerField {...{ bearer, shares }} error={errors.bearer} nameOf={findName} onChange={setBearer} />
            {split && split.payments > 0 && (
              <p className="text-muted">Changes apply to new payments. Payments already started keep their shares.</p>
            )}
          </div>
        </AllowedFields>
        <div className="flex flex-wrap justify-end gap-2">
          <LinkButton to={split ? `/split-payment-detail?id=${split.id}` : '/split-payment'} tone="secondary">
            Cancel
          </LinkButton>
          <AllowedButton needs={createSplit} type="submit" busy={create.isPending || update.isPending}>
            {split ? 'Save' : 'Create split'}
          </AllowedButton>
        </div>
      </form>
      <SplitCalculator terms={fitting(terms)} nameOf={(id) => findName(id) || 'This recipient'} />
      {addsTo !== undefined && (
        <Suspense fallback={<FullLoader />}>
          <RecipientModal
            recipient={undefined}
            onClose={() => setAddsTo(undefined)}
            onDone={({ id: partyId }) => {
              setShares(shares.map((share, index) => (index === addsTo ? { ...share, partyId } : share)))
              setAddsTo(undefined)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Terms from the rows filled in so far. If the fee bearer was removed, the business bears the fee. */
function buildTerms({ type, bearer, shares }: { type: SplitType; bearer: string; shares: ShareDraft[] }): SplitTerms {
  const filled = shares.flatMap(({ partyId, value }) => (partyId && value ? [{ partyId, value }] : []))
  const isRecipientBearer = shares.some(({ partyId }) => partyId !== '' && partyId === bearer)
  const feeBearer: SplitBearer = isRecipientBearer ? 'party' : bearer === 'everyone' ? 'everyone' : 'business'
  return {
    type,
    feeBearer,
    bearerPartyId: isRecipientBearer ? bearer : null,
    shares: filled,
  }
}

/** Scales percentages down to 100 % in total, so that the calculator works until the user corrects them. */
function fitting(terms: SplitTerms): SplitTerms {
  const sum = terms.shares.reduce((total, { value }) => total + value, 0)
  if (terms.type === 'flat' || sum <= fullShareBps) return terms
  const shares = terms.shares.map((share) => ({ ...share, value: Math.floor((share.value * fullShareBps) / sum) }))
  return { ...terms, shares }
}

type BearerFieldProps = {
  bearer: string
  shares: readonly ShareDraft[]
  error: string | undefined
  nameOf: (recipientId: string) => string
  onChange: (bearer: string) => void
}

const BearerField = ({ bearer, shares, error, nameOf, onChange }: BearerFieldProps) => (
  <Field
    label="Who pays the fee"
    error={error}
    hint="If a share is too small for the fee, you pay the rest. If the payer pays the fee on top, the price is shared."
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
