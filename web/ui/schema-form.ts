import { CallError, type FieldError } from '@adire/contract/call.ts'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type RegisterOptions,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'

type Submit<Out> = (values: Out) => Promise<unknown>

/** Form with a schema of the contract. An error appears when a filled field loses focus or on submit. It disappears as soon as the value is
 * valid, and becomes another one when typing pauses; `blocked` disables the submit button meanwhile. Server errors are shown at their fields; an error
 * without a field of this form is `submitError`. After a submit the first invalid control of the form gets the focus. */
export function useSchemaForm<In extends FieldValues, Out>(
  schema: z.ZodMiniType<Out, In>,
  { start, submit }: { start: DefaultValues<In>; submit: Submit<Out> },
) {
  const [submitError, setSubmitError] = useState<CallError>()
  const form = useForm<In, unknown, Out>({
    resolver: standardSchemaResolver(schema),
    defaultValues: start,
    shouldFocusError: false,
    reValidateMode: 'onSubmit',
  })
  useRechecks(form, schema)
  const focusFirstError = useFirstErrorFocus()
  const { errors, isSubmitting } = form.formState
  const errorOf = (name: Path<In>) => form.getFieldState(name, form.formState).error?.message

  /** Props to spread on a control: `<Input {...field('email')} />`. */
  const field = (name: Path<In>, options: RegisterOptions<In, Path<In>> = {}) =>
    form.register(name, {
      ...options,
      onBlur: () => form.getValues(name) && form.trigger(name),
    } as RegisterOptions<In, Path<In>>)

  /** Sets a field without a control of its own, such as a list of choices. It is validated at once only if it has an error. */
  const setField = (name: Path<In>, value: PathValue<In, Path<In>>) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: errorOf(name) !== undefined })

  /** Checks the values and submits them. Resolves with whether all fields are free of errors. */
  const validateAndSubmit = async (event?: FormEvent<HTMLFormElement>): Promise<boolean> => {
    let isValid = false
    await form.handleSubmit(async (values) => {
      setSubmitError(undefined)
      isValid = true
      try {
        await submit(values)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        const { own, other } = showFieldErrors(form, error)
        setSubmitError(other)
        isValid = own.length === 0
      }
    })(event)
    return isValid
  }

  /** One submit at a time: the second click of a double click comes before the button is busy. */
  const isRunning = useRef(false)
  const onSubmit = async (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault()
    if (isRunning.current) return
    isRunning.current = true
    const element = event?.currentTarget
    const isValid = await validateAndSubmit(event).finally(() => {
      isRunning.current = false
    })
    if (element && !isValid) focusFirstError(element)
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

/** Shows the errors of the form's own fields. Returns them, and the first error that belongs to none. */
function showFieldErrors<In extends FieldValues, Out>(form: UseFormReturn<In, unknown, Out>, error: CallError) {
  const isOwn = ({ field }: FieldError) => field in form.getValues() || form.getValues(field as Path<In>) !== undefined
  const own = error.fields.filter(isOwn)
  if (own.length === 0) return { own, other: error }
  // From the last to the first, so that the first of several errors of a field remains.
  for (const { field, message } of own.toReversed()) form.setError(field as Path<In>, { message })
  const other = error.fields.find((one) => !isOwn(one))
  return { own, other: other && new CallError(error.status, error.code, other.message) }
}

const isListOfRows = (value: unknown): boolean => Array.isArray(value) && value.some((row) => typeof row === 'object')

/** Time without typing after which another error is shown: a screen reader would read it out between two keys. */
const pauseMs = 600

/** Checks a field with an error again when its value changes. */
function useRechecks<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  schema: z.ZodMiniType<Out, In>,
) {
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const recheck = useEffectEvent((name: Path<In>) => {
    // A row that was added to a list is not checked before something is typed into it.
    if (!form.getFieldState(name).error || isListOfRows(form.getValues(name))) return
    clearTimeout(timers.current.get(name))
    const { error } = schema.safeParse(form.getValues())
    const isWrong = error?.issues.some(({ path }) => `${path.join('.')}.`.startsWith(`${name}.`))
    if (isWrong)
      timers.current.set(
        name,
        setTimeout(() => form.trigger(name), pauseMs),
      )
    else form.clearErrors(name)
  })
  const { subscribe } = form
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ name }) => name && recheck(name as Path<In>) }),
    [subscribe],
  )
}

const invalidControls = '[aria-invalid=true], fieldset[data-invalid] input'

/** Returns a function that focuses the first invalid control of a form after its errors are rendered. */
function useFirstErrorFocus() {
  const [invalid, setInvalid] = useState<{ form: HTMLFormElement }>()
  useEffect(() => {
    const controls = invalid?.form.querySelectorAll<HTMLElement>(invalidControls) ?? []
    ;[...controls].find((control) => control.checkVisibility())?.focus()
  }, [invalid])
  return (form: HTMLFormElement) => setInvalid({ form })
}
