/** The portal's icons, drawn for it on a grid of 24 with one round line of 1.75. A method's icon has its group's name. */
export const iconPaths = {
  password:
    'M6 11h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1ZM8 11V8a4 4 0 0 1 8 0v3M12 15v1.5',
  code: 'M4 6h16v12H4ZM4 7l8 6 8-6',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1',
  totp: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM10 11h.01M12 11h.01M14 11h.01M11 18h2',
  lookup_secret: 'M6 3h12v18H6ZM9 8h6M9 12h6M9 16h3',
  webauthn: 'M9 10V4h6v6M7 10h10v8a3 3 0 0 1-3 3h-4a3 3 0 0 1-3-3ZM12 15h.01',
  passkey:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 20v-1a6 6 0 0 1 9-5.2M17.5 14a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM17.5 14v6l1.5-1.5-1.5-1.5',
  profile: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20a7.5 7.5 0 0 1 15 0',
  oidc: 'M7 8h10M7 8l3-3M7 8l3 3M17 16H7M17 16l-3-3M17 16l-3 3',
  saml: 'M5 21V5l8-2v18M13 9h6v12M3 21h18M8 8h2M8 12h2M8 16h2M16 13h.01M16 17h.01',
  error: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.5v5.5M12 16.5h.01',
  success: 'M7 12.500l3.500 3.500L17 8.500',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.5h.01',
  disabled: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8 12h8',
  show: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  hide: 'M4 4l16 16M9.5 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.6 3.3M14.5 17.9a9 9 0 0 1-2.5.6C6 18.5 2.5 12 2.5 12A17 17 0 0 1 6.5 7.500M10 10a3 3 0 0 0 4 4',
  back: 'M19 12H5M11 6l-6 6 6 6',
} as const;

/** The name of an icon. */
export type IconName = keyof typeof iconPaths;

/** Whether there is an icon of this name, which may come from the provider. */
export const hasIcon = (name: string): name is IconName => Object.hasOwn(iconPaths, name);
