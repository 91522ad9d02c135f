/** Registration options of a `<select>` of ids: the form value is a number or undefined. */
export const numberChoice = {
  setValueAs: (value: unknown) => (value === '' || value == null ? undefined : Number(value)),
}
