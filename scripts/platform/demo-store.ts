/** The store of the demo account. */
export const demoStore = { slug: 'demo', name: 'Demo store', hosts: ['demo.localhost'] };
