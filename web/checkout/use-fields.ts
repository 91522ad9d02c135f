import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'

type Values<Name extends string> = Record<Name, string>
type Control = HTMLInputElement | HTMLSelectElement
type Errors = Readonly<Record<string, string | undefined>>

interface Options<Name extends string> {
  initial: Values<Name>
  check: (name: Name, value: string) => string | undefined
  /** What the server said about a field; gone as soon as the field changes. */
  serverErrors?: Errors
  /** Writes a value as it is shown: groups of digits, a slash. */
  format?: (name: Name, typed: string, before: string) => string
}

/** The few fields of one step: checked when left with something in them and when sent, forgiven while typing. Nothing of
 * it outlives the step, which is how card numbers and PINs are forgotten. */
export function useFields<Name extends string>({ initial, check, serverErrors = {}, format }: Options<Name>) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Errors>(serverErrors)
  const names = Object.keys(initial) as Name[]
  const set = (name: Name, typed: string) => {
    setValues((now) => ({ ...now, [name]: format ? format(name, typed, now[name]) : typed }))
    setErrors((now) => ({ ...now, [name]: undefined }))
  }

  useServerErrors(form, serverErrors, setErrors)
  // Typed before the script arrived: the page must not forget it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
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
    errorOf: (name: Name) => errors[name],
    bind: (name: Name) => ({
      name,
      value: values[name],
      onChange: ({ target }: { target: Control }) => set(name, target.value),
      // What the server said of it stands until it is changed: a line that goes while a button is pressed moves the button.
      onBlur: () => values[name] && setErrors((now) => ({ ...now, [name]: check(name, values[name]) ?? now[name] })),
    }),
    /** Runs `send` when every field is right, else moves to the first that is not. */
    submit: (send: (values: Values<Name>) => void) => (event: FormEvent) => {
      event.preventDefault()
      const found = Object.fromEntries(names.map((name) => [name, check(name, values[name])]))
      setErrors(found)
      const wrong = names.find((name) => found[name])
      if (wrong) control(form, wrong)?.focus()
      else send(values)
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
