/** `orderId: 7, source: fair`, or null for an object without metadata. */
export const describeMetadata = (metadata: Record<string, unknown>): string | null =>
  Object.entries(metadata)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ') || null

export const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No')

/** Name and size of a picture, because two pictures can have one name. */
export const describePicture = ({ name, bytes }: { name: string; bytes: number }) =>
  `${name} (${bytes.toLocaleString('en-US')} bytes)`
