import { customFieldsMaximum } from '@adire/contract/custom-fields.ts'
import type { CustomField } from '@adire/contract/custom-fields-schemas.ts'
import { Plus, Trash2 } from 'lucide-react'
import { Controller, useFieldArray } from 'react-hook-form'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field, FieldNote } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { placeholderKey } from './custom-fields.ts'
import type { LinkForm } from './link-form.ts'

const types = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'choice', label: 'Choice' },
] as const satisfies readonly { value: CustomField['type']; label: string }[]

/** Editor of the business's own fields. */
export function CustomFieldsEditor({ linkForm }: { linkForm: LinkForm }) {
  const { form } = linkForm
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'customFields', keyName: 'place' })
  const { error } = form.getFieldState('customFields', form.formState)
  const problem = error?.root?.message ?? error?.message
  const add = () =>
    append({ key: placeholderKey(fields as CustomField[]), label: '', type: 'text', required: true, choices: [] })
  return (
    <div className="flex flex-col gap-4">
      {fields.map(({ place }, index) => (
        <CustomFieldRow
          key={place}
          linkForm={linkForm}
          index={index}
          onRemove={() => {
            remove(index)
            form.clearErrors('customFields')
          }}
        />
      ))}
      <FieldNote id="questions" error={problem} />
      {fields.length < customFieldsMaximum && (
        <span>
          <Button tone="secondary" icon={<Plus strokeWidth={1.75} />} onClick={add}>
            Add a question
          </Button>
        </span>
      )}
    </div>
  )
}

type CustomFieldRowProps = { linkForm: LinkForm; index: number; onRemove: () => void }

function CustomFieldRow({ linkForm: { form, field, errorOf }, index, onRemove }: CustomFieldRowProps) {
  const at = `customFields.${index}` as const
  const type = form.watch(`${at}.type`)
  return (
    <fieldset className="flex flex-col gap-4 rounded-lg border border-line bg-sunken p-4">
      <legend className="sr-only">Question {index + 1}</legend>
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-4 sm:grid-cols-[minmax(0,1fr)_140px]">
          <Field label={`Question ${index + 1}`} error={errorOf(`${at}.label`)}>
            <Input {...field(`${at}.label`)} maxLength={60} autoComplete="off" placeholder="Size" />
          </Field>
          <Field label="Answer">
            <Select
              {...form.register(`${at}.type`, { onChange: () => form.setValue(`${at}.choices`, []) })}
              options={types}
            />
          </Field>
        </div>
        <IconButton label={`Remove question ${index + 1}`} onClick={onRemove} className="mt-7">
          <Trash2 strokeWidth={1.75} />
        </IconButton>
      </div>
      {type === 'choice' && (
        <Controller
          control={form.control}
          name={`${at}.choices`}
          render={({ field: { value, onChange, ...rest }, fieldState: { error } }) => (
            <Field label="Choices" hint="One on each line." error={error?.message ?? error?.root?.message}>
              <Textarea
                {...rest}
                rows={3}
                defaultValue={value?.join('\n')}
                onChange={({ target }) => onChange(splitLines(target.value))}
                placeholder={'Small\nMedium\nLarge'}
              />
            </Field>
          )}
        />
      )}
      <Checkbox {...form.register(`${at}.required`)} label="Must be answered" />
    </fieldset>
  )
}

const splitLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
