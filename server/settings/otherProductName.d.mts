export function otherProductName(brand: string | undefined, product: string): string[];
