import type { CheckoutPage } from '@adire/contract/checkout-schemas.ts'
import { customFieldError } from '@adire/contract/custom-fields.ts'
import { type CustomField, phoneProblem } from '@adire/contract/custom-fields-schemas.ts'
import type { ComponentProps } from 'react'
import { useTexts } from '../languages/use-texts.tsx'
import { Field, useField } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { CheckoutIcon } from './icons.tsx'
import type { useFields } from './use-fields.ts'

export const nameOf = ({ key }: Pick<CustomField, 'key'>) => `fields.${key}`

/** Error of the phone number or of a custom field. */
export function checkMore(page: CheckoutPage, name: string, value: string): string | undefined {
  if (name === 'phone') return phoneProblem(value)
  const field = page.fields.find((one) => nameOf(one) === name)
  return field && customFieldError(field, value)
}

type MoreFieldsProps = { page: CheckoutPage; fields: Pick<ReturnType<typeof useFields<string>>, 'bind' | 'errorOf'> }

/** Fields of a page besides the email. */
export function MoreFields({ page, fields: { bind, errorOf } }: MoreFieldsProps) {
  const texts = useTexts()
  return (
    <>
      {page.collectPhone && (
        <Field label={texts.phone} error={errorOf('phone')}>
          <Input {...bind('phone')} type="tel" autoComplete="tel" maxLength={30} placeholder="0803 123 4567" />
        </Field>
      )}
      {page.fields.map((field) => {
        const name = nameOf(field)
        return (
          <Field
            key={name}
            label={field.label}
            optional={field.required ? undefined : texts.optional}
            error={errorOf(name)}
          >
            {field.type === 'choice' ? (
              <Choice {...bind(name)} choices={field.choices} />
            ) : (
              <Input
                {...bind(name)}
                autoComplete="off"
                maxLength={200}
                inputMode={field.type === 'number' ? 'decimal' : undefined}
              />
            )}
          </Field>
        )
      })}
    </>
  )
}

/** Select with the same look as `Select`, without its icon library. */
function Choice({ choices, ...rest }: ComponentProps<'select'> & { choices: readonly string[] }) {
  const { choose } = useTexts()
  return (
    <div className="relative">
      <select {...useField()} {...rest} className="field appearance-none truncate pr-9">
        <option value="">{choose}</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
      <CheckoutIcon name="down" className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted" />
    </div>
  )
}
