import { limits } from '@adire/contract/limits.ts'
import {
  fullShareBps,
  type SplitBearer,
  type SplitTerms,
  type SplitType,
  validateSplitTerms,
} from '@adire/contract/split-shares.ts'
import { createSplit, createSplitParty } from '@adire/contract/splits.ts'
import type { SplitDetail } from '@adire/contract/splits-schemas.ts'
import { type FormEvent, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCan } from '../../client/permissions.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { AllowedFields } from '../../ui/allowed-fields.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { KeptNote } from '../../ui/kept-note.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { Select } from '../../ui/select.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { SplitCalculator } from './calculator.tsx'
import { NameAndType } from './name-and-type.tsx'
import { type ShareDraft, ShareRows } from './share-rows.tsx'
import { useRecipients } from './use-recipients.ts'
import { useSaveSplit } from './use-save-split.ts'
import { type SplitDraft, useSplitDraft } from './use-split-draft.ts'

const RecipientModal = lazyComponent(() => import('./recipient-modal.tsx').then((m) => m.RecipientModal))

/** Editor of a new or existing split: shares on the left, calculator on the right. */
export function SplitEditor({ split }: { split: SplitDetail | undefined }) {
  const can = useCan()
  const { draft, change, startAgain, forget } = useSplitDraft(split)
  const { name, type, bearer } = draft
  const [isSubmitted, setSubmitted] = useState(false)
  const [addsTo, setAddsTo] = useState<number>()
  const { recipients, error, refetch } = useRecipients(split)
  const { save, errors, clearErrors, busy } = useSaveAndLeave(split, forget)
  if (error) return <ErrorStrip message={error.message} onRetry={() => refetch()} />
  if (!recipients) return <DetailSkeleton rows={8} />
  const findName = (id: string) => recipients.find((recipient) => recipient.id === id)?.name ?? ''
  const { shares, terms, fault, nameFault } = checkDraft(draft, findName)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (!fault && !nameFault) save({ name: name.trim(), ...terms })
  }
  const startOver = (startAgain: () => void) => {
    startAgain()
    setSubmitted(false)
    clearErrors()
  }
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,720px)_360px]">
      <form noValidate onSubmit={submit} onChange={clearErrors} className="flex max-w-[720px] min-w-0 flex-col gap-6">
        {startAgain && <KeptNote onStartAgain={() => startOver(startAgain)} />}
        {errors.general && <ErrorStrip message={errors.general} />}
        <AllowedFields needs={createSplit} className="flex flex-col gap-6">
          <NameAndType
            name={name}
            onName={(name) => change({ name })}
            type={type}
            onType={(type) => change({ type, shares: shares.map((share) => ({ ...share, value: undefined })) })}
            typeLockedFor={split?.typeLockedFor ?? null}
            errors={{ name: (isSubmitted && nameFault) || errors.name, type: errors.type }}
          />
          <ShareRows
            type={type}
            shares={draft.shares}
            recipients={recipients}
            fault={(isSubmitted && fault) || errors.shares}
            errors={errors.rows}
            onChange={(shares) => {
              change({ shares })
              clearErrors()
            }}
            onAdd={can(createSplitParty) ? setAddsTo : undefined}
          />
          <BearerCard
            {...{ bearer, shares }}
            error={errors.bearer}
            nameOf={findName}
            onChange={(bearer) => change({ bearer })}
            hasPayments={split !== undefined && split.payments > 0}
          />
        </AllowedFields>
        <Buttons split={split} busy={busy} onCancel={forget} />
      </form>
      <SplitCalculator terms={fitting(terms)} nameOf={(id) => findName(id) || 'This recipient'} />
      {addsTo !== undefined && (
        <NewRecipient
          row={addsTo}
          shares={shares}
          onChange={(shares) => change({ shares })}
          onClose={() => setAddsTo(undefined)}
        />
      )}
    </div>
  )
}

/** Saves the split, and then leaves the editor for its page. */
function useSaveAndLeave(split: SplitDetail | undefined, forget: () => void) {
  const navigate = useNavigate()
  const leaveFor = (path: string) => {
    forget()
    navigate(path, { replace: true })
  }
  return useSaveSplit(split, {
    onDone: (saved) => leaveFor(pathOf(saved)),
    onWaiting: () => leaveFor(split ? pathOf(split) : '/split-payment'),
  })
}

const pathOf = ({ id }: { id: string }) => `/split-payment-detail?id=${id}`

type NewRecipientProps = {
  /** Index of the row that gets the new recipient. */
  row: number
  shares: readonly ShareDraft[]
  onChange: (shares: ShareDraft[]) => void
  onClose: () => void
}

const NewRecipient = ({ row, shares, onChange, onClose }: NewRecipientProps) => (
  <Suspense fallback={<FullLoader />}>
    <RecipientModal
      recipient={undefined}
      onClose={onClose}
      onDone={({ id: partyId }) => {
        onChange(shares.map((share, index) => (index === row ? { ...share, partyId } : share)))
        onClose()
      }}
    />
  </Suspense>
)

type ButtonsProps = { split: SplitDetail | undefined; busy: boolean; onCancel: () => void }

const Buttons = ({ split, busy, onCancel }: ButtonsProps) => (
  <div className="flex flex-wrap justify-end gap-2">
    <LinkButton to={split ? pathOf(split) : '/split-payment'} tone="secondary" onClick={onCancel}>
      Cancel
    </LinkButton>
    <AllowedButton needs={createSplit} type="submit" busy={busy}>
      {split ? 'Save' : 'Create split'}
    </AllowedButton>
  </div>
)

/** Shares and terms of a draft, and what is wrong with its shares and its name. A recipient that was deleted is left out. */
function checkDraft({ name, type, bearer, shares: drafted }: SplitDraft, findName: (recipientId: string) => string) {
  const shares = drafted.map((share) => (findName(share.partyId) ? share : { ...share, partyId: '' }))
  const terms = buildTerms({ type, bearer, shares })
  const isFilled = shares.every(({ partyId, value }) => partyId !== '' && value !== undefined)
  return {
    shares,
    terms,
    fault: isFilled ? validateSplitTerms(terms) : 'Choose a recipient and a share in each row',
    nameFault: name.trim().length < limits.nameMinimum ? 'Use at least 3 characters' : undefined,
  }
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

const BearerCard = ({ hasPayments, ...field }: BearerFieldProps & { hasPayments: boolean }) => (
  <div className="card flex flex-col gap-5 p-5">
    <BearerField {...field} />
    {hasPayments && (
      <p className="text-muted">Changes apply to new payments. Payments already started keep their shares.</p>
    )}
  </div>
)

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
