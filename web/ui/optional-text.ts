/** Registration options of an optional `<input>`: the form value is trimmed text, or undefined when it is empty. */
export const optionalText = {
  setValueAs: (value: unknown) => String(value ?? '').trim() || undefined,
}
