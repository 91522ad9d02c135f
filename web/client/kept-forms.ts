/** Values of forms that were left before they were sent. They are kept in the memory of this tab only. */
export type KeptForm = { values: unknown; choice: unknown }

const maximum = 20
const forms = new Map<string, KeptForm>()
/** The user who typed them. */
let owner = ''

/** The values that the user left in a form. Those of another user are deleted. */
export function readKeptForm(userId: string, key: string): KeptForm | undefined {
  if (userId !== owner) forms.clear()
  owner = userId
  return forms.get(key)
}

/** Keeps the values of a form, or deletes them. Of more than 20 forms the oldest is deleted. */
export function keepForm(key: string, form: KeptForm | undefined): void {
  forms.delete(key)
  if (form) forms.set(key, form)
  if (forms.size > maximum) forms.delete(forms.keys().next().value!)
}

/** Deletes all, when the user signs out. */
export const deleteKeptForms = (): void => forms.clear()
