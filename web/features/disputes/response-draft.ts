const entry = (disputeId: string) => `adire.dispute-response.${disputeId}`

/** Text of a response that was not sent yet, stored in this browser. Undefined if there is none, or storage is denied. */
export function readResponseDraft(disputeId: string): string | undefined {
  try {
    return localStorage.getItem(entry(disputeId)) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores the text, or removes the draft if it is undefined. Returns whether the draft is stored. */
export function storeResponseDraft(disputeId: string, text: string | undefined): boolean {
  try {
    if (text === undefined) localStorage.removeItem(entry(disputeId))
    else localStorage.setItem(entry(disputeId), text)
    return text !== undefined
  } catch {
    return false
  }
}
