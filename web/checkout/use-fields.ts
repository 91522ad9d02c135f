import { type RefObject, useEffect, useRef, useState } from 'react'
import { translateError, useTexts } from '../languages/use-texts.tsx'

type Values<Name extends string> = Record<Name, string>
type Control = HTMLInputElement | HTMLSelectElement
type Errors = Readonly<Record<string, string | undefined>>

interface Options<Name extends string> {
  initial: Values<Name>
  check: (name: Name, value: string) => string | undefined
  /** Server errors by field; each is cleared when its field changes. */
  serverErrors?: Errors
  /** Formats a value for display: digit groups, a slash. */
  format?: (name: Name, typed: string, before: string) => string
}

/** Fields of one step. Validated on blur (unless empty) and on submit; an error is cleared while typing. The state ends with
 * the step, so card numbers and PINs are not kept. */
export function useFields<Name extends string>({ initial, check, serverErrors = {}, format }: Options<Name>) {
  const texts = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors>(serverErrors)
  const names = Object.keys(initial) as Name[]
  const set = (name: Name, typed: string) => {
    setValues((now) => ({ ...now, [name]: format ? format(name, typed, now[name]) : typed }))
    setErrors((now) => ({ ...now, [name]: undefined }))
  }

  useServerErrors(form, serverErrors, setErrors)
  // Takes over values typed before hydration, which would be lost otherwise.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    for (const name of names) {
      const typed = control(form, name)?.value
      if (typed && typed !== values[name]) set(name, typed)
    }
  }, [])

  return {
    form,
    values,
    set,
    fill: (given: Values<Name>) => {
      setValues(given)
      setErrors({})
    },
    clear: () => setValues(initial),
    errorOf: (name: Name) => translateError(texts, errors[name]),
    bind: (name: Name) => ({
      name,
      value: values[name],
      onChange: ({ target }: { target: Control }) => set(name, target.value),
      // A server error stays until the value changes: removing its line on blur would move the button that is being pressed.
      onBlur: () => values[name] && setErrors((now) => ({ ...now, [name]: check(name, values[name]) ?? now[name] })),
    }),
    /** Calls `send` if every field is valid, else focuses the first invalid one. */
    submit: (send: (values: Values<Name>) => void) => () => {
      // What was typed before hydration is not in the state yet if the button is pressed at once.
      const typed = Object.fromEntries(
        names.map((name) => [name, control(form, name)?.value ?? values[name]]),
      ) as Values<Name>
      const found = Object.fromEntries(names.map((name) => [name, check(name, typed[name])]))
      setErrors(found)
      const wrong = names.find((name) => found[name])
      if (wrong) control(form, wrong)?.focus()
      else send(typed)
    },
  }
}

function useServerErrors(
  form: RefObject<HTMLFormElement | null>,
  serverErrors: Errors,
  setErrors: (change: (now: Errors) => Errors) => void,
) {
  useEffect(() => {
    const first = Object.keys(serverErrors)[0]
    if (!first) return
    setErrors((now) => ({ ...now, ...serverErrors }))
    control(form, first)?.focus()
  }, [form, serverErrors, setErrors])
}

function control(form: RefObject<HTMLFormElement | null>, name: string) {
  const found = form.current?.elements.namedItem(name)
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : undefined
}
