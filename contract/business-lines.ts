/** RC number and TIN of a business, as its documents show them; null if it has given neither. */
export const registrationLine = ({
  registrationNumber,
  taxId,
}: Record<'registrationNumber' | 'taxId', string | null>) =>
  [registrationNumber, taxId && `TIN ${taxId}`].filter(Boolean).join(', ') || null

interface Address extends Record<'streetAddress' | 'city' | 'postalCode', string | null> {
  /** Name of the state. */
  state: string | undefined
}

/** Address of a business on one line, as its documents show it; null without one. A city that is called like its state is named once. */
export function addressLine({ streetAddress, city, postalCode, state }: Address): string | null {
  const locality = [city, postalCode].filter(Boolean).join(' ')
  const isNamed = state?.toLowerCase() === city?.trim().toLowerCase()
  return [streetAddress, locality, isNamed ? '' : state].filter(Boolean).join(', ') || null
}
