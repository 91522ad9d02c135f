import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type * as z from 'zod/mini'
import { type KeptForm, keepForm, readKeptForm } from '../client/kept-forms.ts'
import { useSession } from '../client/session.ts'
import { useSchemaForm } from '../ui/schema-form.ts'

type KeptChoices<Choice> = {
  /** What the page is for, such as `invoice`. Without it nothing is kept, as in a dialog that the user closes. */
  name: string | undefined
  /** The object that is changed, if any: another one may begin with the same values. */
  id?: string | undefined
  /** A choice beside the form that decides which fields it has. It is kept with the values. */
  startChoice?: Choice
}

/**
 * Values that a user typed into the form of a page and left there, as by a link or because the session ended: `first` are the values to begin
 * with. They belong to the business, the object and `start`: what somebody else has changed meanwhile is not overwritten.
 */
export function useKeptForm<Values extends FieldValues, Choice = undefined>(
  start: DefaultValues<Values>,
  { name, id, startChoice }: KeptChoices<Choice>,
) {
  const { userId, mode, merchantId } = useSession()
  const [key] = useState(() => name && JSON.stringify([userId, mode, merchantId, name, id, start]))
  const [kept, setKept] = useState<KeptForm | undefined>(() => (key ? readKeptForm(userId, key) : undefined))
  const [choice, setChoice] = useState((kept ? kept.choice : startChoice) as Choice)
  const isOver = useRef(false)
  const deleteKept = () => key && keepForm(key, undefined)
  return {
    first: (kept ? kept.values : start) as DefaultValues<Values>,
    choice,
    setChoice,
    isOtherChoice: choice !== startChoice,
    wasKept: kept !== undefined,
    key,
    isOver,
    /** Deletes the values after they were sent, or when the user cancels. */
    forget: () => {
      isOver.current = true
      deleteKept()
    },
    /** Empties the form. What is typed from now on is kept again. */
    restart: (form: Resettable<Values>) => {
      deleteKept()
      setKept(undefined)
      setChoice(startChoice as Choice)
      form.reset(start)
    },
  }
}

type Resettable<Values> = { reset(values: DefaultValues<Values>): void }
type Form<Values> = Resettable<Values> & { formState: { isDirty: boolean }; getValues(): unknown }
type Kept<Values extends FieldValues> = Pick<
  ReturnType<typeof useKeptForm<Values, unknown>>,
  'key' | 'isOver' | 'wasKept' | 'choice' | 'isOtherChoice' | 'restart'
>

/**
 * Keeps the changed values when the page is left, and lets the browser ask before it closes or reloads the tab. Returns how to empty a form
 * that began with kept values; undefined for one that did not.
 */
export function useKeeping<Values extends FieldValues>(
  { key, isOver, wasKept, choice, isOtherChoice, restart }: Kept<Values>,
  form: Form<Values>,
): (() => void) | undefined {
  const isChanged = key !== undefined && (form.formState.isDirty || isOtherChoice || wasKept)
  const keep = useEffectEvent(() => {
    if (key && isChanged && !isOver.current) keepForm(key, { values: form.getValues(), choice })
  })
  useEffect(() => () => keep(), [])
  useEffect(() => {
    if (!isChanged) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
  return wasKept ? () => restart(form) : undefined
}

/** A form of a page without further choices that keeps what is typed: see `useSchemaForm` and `useKeeping`. */
export function useKeptSchemaForm<In extends FieldValues, Out>(
  schema: z.ZodMiniType<Out, In>,
  { name, start, submit }: { name: string; start: DefaultValues<In>; submit: (values: Out) => Promise<unknown> },
) {
  const kept = useKeptForm<In>(start, { name })
  const sheet = useSchemaForm<In, Out>(schema, {
    start: kept.first,
    submit: async (values) => {
      await submit(values)
      kept.forget()
    },
  })
  return { ...sheet, startAgain: useKeeping(kept, sheet.form) }
}
