import { CallError } from '@adire/contract/call.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type FormEvent, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type RegisterOptions,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'

type Submit<Out> = (values: Out) => Promise<unknown>

/** Form with a schema of the contract. An error appears when a filled field loses focus or on submit, and disappears as soon as
 * the value is valid; `blocked` disables the submit button meanwhile. Server errors are shown at their fields; an error
 * without a field of this form is `submitError`. */
export function useSchemaForm<In extends FieldValues, Out>(
  schema: z.ZodMiniType<Out, In>,
  { start, submit }: { start: DefaultValues<In>; submit: Submit<Out> },
) {
  const [submitError, setSubmitError] = useState<CallError>()
  const form = useForm<In, unknown, Out>({ resolver: standardSchemaResolver(schema), defaultValues: start })
  const { errors, isSubmitting } = form.formState
  const errorOf = (name: Path<In>) => form.getFieldState(name, form.formState).error?.message

  /** Props to spread on a control: `<Input {...field('email')} />`. */
  const field = (name: Path<In>, options: RegisterOptions<In, Path<In>> = {}) =>
    form.register(name, {
      ...options,
      onBlur: () => form.getValues(name) && form.trigger(name),
      onChange: () => form.getFieldState(name).error && form.trigger(name),
    } as RegisterOptions<In, Path<In>>)

  /** Sets a field without a control of its own, such as a list of choices. It is validated at once only if it has an error. */
  const setField = (name: Path<In>, value: PathValue<In, Path<In>>) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: errorOf(name) !== undefined })

  const validateAndSubmit = form.handleSubmit(async (values) => {
    setSubmitError(undefined)
    try {
      await submit(values)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const known = error.fields.filter(({ field }) => field in form.getValues())
      known.forEach(({ field, message }, index) => {
        form.setError(field as Path<In>, { message }, { shouldFocus: index === 0 })
      })
      if (known.length === 0) setSubmitError(error)
    }
  })

  /** One submit at a time: the second click of a double click comes before the button is busy. */
  const isRunning = useRef(false)
  const onSubmit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (isRunning.current) return
    isRunning.current = true
    await validateAndSubmit(event).finally(() => {
      isRunning.current = false
    })
  }

  return {
    form,
    field,
    setField,
    errorOf,
    onSubmit,
    busy: isSubmitting,
    blocked: Object.keys(errors).length > 0,
    submitError,
  }
}
