import { createMandate, getMandate, listMandates, updateMandate } from '@adire/contract/direct-debit.ts'
import {
  type Frequency,
  MandateChanges,
  type MandateKind,
  NewMandate,
} from '@adire/contract/direct-debit-form-schemas.ts'
import type { Mandate } from '@adire/contract/direct-debit-schemas.ts'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import { useChange } from '../../client/api.ts'
import { useAgreedFeeBearer } from '../../domain/prices.ts'
import { useKeeping, useKeptForm } from '../../domain/use-kept-form.ts'
import { businessNow } from '../../ui/business-clock.ts'
import { addDays, dayKey } from '../../ui/date.ts'
import { useSchemaForm } from '../../ui/schema-form.ts'

/** Kind and end in the form: each of the contract's two kinds, with and without an end date. */
export type MandateVariant = `${MandateKind}-${'open' | 'ended'}`
export const kindOf = (variant: MandateVariant) => variant.split('-')[0] as MandateKind
export const hasEnd = (variant: MandateVariant) => variant.endsWith('-ended')

export type MandateForm = ReturnType<typeof useMandateForm>

/** Form of a new mandate or of a draft. The pressed button decides whether it is saved as a draft or sent. */
export function useMandateForm(draft: Mandate | undefined, onDone: () => void) {
  const navigate = useNavigate()
  const isSending = useRef(false)
  const kept = useKeptForm<z.input<typeof NewMandate>, MandateVariant>(draft ? initialValues(draft) : fresh(), {
    name: 'mandate',
    id: draft?.id,
    startChoice: draft ? `${draft.kind}-${draft.endOn ? 'ended' : 'open'}` : 'fixed-open',
  })
  const { choice: variant, setChoice: setVariant } = kept
  const done = { quiet: true, refresh: [listMandates, getMandate] }
  const create = useChange(createMandate, {
    ...done,
    success: ({ reference, status, customerEmail }) =>
      status === 'draft' ? `${reference} is saved as a draft` : `${customerEmail} was asked for consent`,
    onDone: ({ slug }) => navigate(`/directDebit/${slug}`, { replace: true }),
  })
  const edit = useChange(updateMandate, { ...done, success: 'The draft is saved', onDone })
  const sheet = useSchemaForm<z.input<typeof NewMandate>, z.output<typeof NewMandate>>(
    draft ? (MandateChanges as never as typeof NewMandate) : NewMandate,
    {
      start: kept.first,
      submit: async (values) => {
        const mandateInput = fitting(values, variant)
        await (draft ? edit.mutateAsync({ ...mandateInput, id: draft.id }) : create.mutateAsync(drafted(mandateInput)))
        kept.forget()
      },
    },
  )
  useAgreedFeeBearer(['direct_debit'], {
    isNew: draft === undefined && !kept.wasKept,
    current: sheet.form.getValues('feeBearer'),
    choose: (bearer) => sheet.form.resetField('feeBearer', { defaultValue: bearer }),
  })
  const startAgain = useKeeping(kept, sheet.form)
  const drafted = (mandateInput: z.output<typeof NewMandate>) => ({ ...mandateInput, draft: !isSending.current })

  const choose = (next: MandateVariant) => {
    setVariant(next)
    const { form } = sheet
    form.setValue('kind', kindOf(next))
    form.setValue('frequency', kindOf(next) === 'fixed' ? (form.getValues('frequency') ?? 'monthly') : null)
    // '' is an invalid date, so the user must choose one; null means no end date.
    form.setValue('endOn', hasEnd(next) ? (form.getValues('endOn') ?? '') : null)
    form.clearErrors(['frequency', 'endOn'])
  }
  return {
    ...sheet,
    variant,
    choose,
    isSending,
    startAgain,
    forget: kept.forget,
  }
}

/** Clears fields that the selected kind does not have, in case they were filled in for another kind. */
const fitting = (values: z.output<typeof NewMandate>, variant: MandateVariant): z.output<typeof NewMandate> => ({
  ...values,
  frequency: kindOf(variant) === 'fixed' ? values.frequency : null,
  endOn: hasEnd(variant) ? values.endOn : null,
})

/** First day on which a mandate can begin. */
export const tomorrow = () => addDays(dayKey(businessNow()), 1)

const fresh = () => ({
  customerEmail: '',
  customerName: '',
  accountNumber: '',
  kind: 'fixed' as const,
  frequency: 'monthly' as Frequency,
  startOn: tomorrow(),
  narration: '',
  feeBearer: 'merchant' as const,
})

/** Form values of a draft. The API does not return the account number, so it is only typed again to change it. */
const initialValues = (draft: Mandate) => ({
  id: draft.id,
  customerEmail: draft.customerEmail,
  customerName: draft.customerName ?? '',
  bankId: draft.bankId,
  accountNumber: '',
  kind: draft.kind,
  amountKobo: draft.amountKobo,
  maxTotalKobo: draft.maxTotalKobo,
  frequency: draft.frequency,
  startOn: draft.startOn,
  endOn: draft.endOn,
  narration: draft.narration,
  feeBearer: draft.feeBearer,
})
