/** For a `<select>` whose values are ids: what the form holds is the number, or nothing. */
export const numberChoice = {
  setValueAs: (value: unknown) => (value === '' || value == null ? undefined : Number(value)),
}
