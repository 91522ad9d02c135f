/** How to look round: the demo business is seeded into an empty database, outside production only. */
export const demoCredentials = { email: 'demo@adire.example', password: 'Adire-demo-1' }
