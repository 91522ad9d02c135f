/** Brand of the platform, from configuration. Undefined values are not shown. */
export interface Brand {
  name: string
  helpEmail: string
  /** One line, parts separated by commas. */
  address?: string | undefined
  phone?: string | undefined
  docsUrl?: string | undefined
  communityUrl?: string | undefined
  social: readonly { network: SocialNetwork; url: string }[]
}

export const socialNetworks = ['X', 'Instagram', 'Facebook', 'LinkedIn', 'YouTube'] as const
export type SocialNetwork = (typeof socialNetworks)[number]
