/** Whose name is on the door, from configuration. What is undefined is shown nowhere. */
export interface Brand {
  name: string
  helpEmail: string
  /** On one line, its parts between commas. */
  address?: string | undefined
  phone?: string | undefined
  docsUrl?: string | undefined
  communityUrl?: string | undefined
  social: readonly { network: SocialNetwork; url: string }[]
}

export const socialNetworks = ['X', 'Instagram', 'Facebook', 'LinkedIn', 'YouTube'] as const
export type SocialNetwork = (typeof socialNetworks)[number]
