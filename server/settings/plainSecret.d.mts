export function isPlainSecret(secret: string): boolean;
