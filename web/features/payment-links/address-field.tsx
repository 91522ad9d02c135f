import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { AvailabilityHint, takenMessage } from './availability-hint.tsx'
import type { LinkForm } from './link-form.ts'

type AddressFieldProps = { linkForm: LinkForm; link: PaymentLink | undefined }

/** Slug of a link, chosen only once so that shared URLs keep working. If empty, it is made from the name. */
export function AddressField({ linkForm: { field, errorOf, form, availability }, link }: AddressFieldProps) {
  if (link)
    return (
      <div className="flex flex-col gap-1.5">
        <p className="font-medium">Address</p>
        <p className="wrap-anywhere text-muted">{link.url.replace(/^https?:\/\//, '')}</p>
      </div>
    )
  const isTyped = Boolean(form.watch('slug'))
  return (
    <Field
      label="Address"
      optional
      error={errorOf('slug') ?? (isTyped ? takenMessage(availability) : undefined)}
      hint={
        isTyped ? (
          <AvailabilityHint availability={availability} />
        ) : (
          `${location.host}/pay/page/… Leave empty to use the name.`
        )
      }
    >
      <Input
        {...field('slug', { setValueAs: (typed: string | undefined) => typed?.trim() || undefined })}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="none"
        placeholder="ankara-two-piece"
      />
    </Field>
  )
}
