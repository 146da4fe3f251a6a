import { useEffect } from 'react';
import { forgetAddress, keepAddress } from './knownAddress.ts';
import { usePageContext } from './PageContext.tsx';

/** Keeps the address of whoever is signed in for the browser's next sign-in, unless the operator has switched that off. */
export function useKeepAddress(): void {
  const { signedInAddress, remembersAddress } = usePageContext();
  useEffect(() => {
    if (!remembersAddress) forgetAddress();
    else if (signedInAddress !== undefined) keepAddress(signedInAddress);
  }, [signedInAddress, remembersAddress]);
}
