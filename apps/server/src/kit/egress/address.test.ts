import { expect, test } from 'vitest'
import { createOwnAddresses, isPublicAddress } from './address.ts'

const refused: Record<string, string[]> = {
  'this network': ['0.0.0.0', '0.0.0.1', '0.255.255.255'],
  loopback: ['127.0.0.1', '127.0.0.2', '127.1.2.3', '127.255.255.255', '::1'],
  'private networks': [
    '10.0.0.0',
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.20.10.5',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.255.255',
  ],
  'carrier-grade NAT': ['100.64.0.1', '100.100.100.200', '100.127.255.255'],
  'link-local and metadata': [
    '169.254.0.1',
    '169.254.169.254',
    '169.254.170.2',
    '169.254.0.23',
    'fe80::1',
    'fe80::a9fe:a9fe',
    'febf::1',
  ],
  'the agent of a cloud': ['168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'],
  'protocol assignments': ['192.0.0.1', '192.0.0.8', '192.0.0.170'],
  documentation: [
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.9',
    '2001:db8::1',
    '2001:db8:ffff::1',
    '3fff::1',
    '3fff:fff::1',
  ],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1', '2001:2:0:ffff::1'],
  'relays and sinks': [
    '192.88.99.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.175.48.1',
    '2001:3::1',
    '2620:4f:8000::1',
    '2001:4:112::1',
  ],
  multicast: ['224.0.0.1', '224.0.0.251', '239.255.255.250', 'ff02::1', 'ff02::fb', 'ff0e::1'],
  'reserved and broadcast': ['240.0.0.1', '250.1.2.3', '255.255.255.254', '255.255.255.255'],
  unspecified: ['::'],
  'unique local': ['fc00::1', 'fd00::1', 'fd12:3456:789a::1', 'fdff:ffff::1'],
  'old site-local': ['fec0::1', 'feff::1'],
  'IPv4-mapped': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
  ],
  'IPv4-compatible': ['::127.0.0.1', '::7f00:1', '::a9fe:a9fe', '::8.8.8.8'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:a9fe:a9fe'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::169.254.169.254', '64:ff9b::808:808', '64:ff9b:1::1', '64:ff9b:1:ffff::7f00:1'],
  '6to4': ['2002::1', '2002:7f00:1::', '2002:a9fe:a9fe::1', '2002:808:808::1'],
  Teredo: ['2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'ORCHID and other identifiers': ['2001:10::1', '2001:20::1', '2001:2f::1', '2001:30::1', '2001:1::1', '2001:1ff::1'],
  'discard and segment routing': ['100::1', '5f00::1'],
  'not assigned': ['4000::1', '8000::1', '1::1', 'f000::1', '200::1'],
  'not an address': [
    '',
    'localhost',
    '127.1',
    '0x7f.1',
    '2130706433',
    '0177.0.0.1',
    '1.2.3',
    '1.2.3.4.5',
    '[::1]',
    'fe80::1%eth0',
    '2606:4700::1%lo',
  ],
}
const accepted = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.1',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.1',
  '126.255.255.255',
  '128.0.0.1',
  '168.63.129.17',
  '169.253.255.255',
  '169.255.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.0.1.1',
  '192.167.255.255',
  '192.169.0.1',
  '198.17.255.255',
  '198.20.0.1',
  '223.255.255.254',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450:4001::1',
  '2400:cb00::1',
  '2003::1',
  '2001:200::1',
  '2001:db7::1',
  '2001:db9::1',
  '3ffe::1',
]

test.each(Object.entries(refused))('%s is not public', (_range, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})

test('the neighbours of every closed range are public', () => {
  expect(accepted.filter((address) => !isPublicAddress(address))).toEqual([])
})

test('the table of refused ranges is broad', () => {
  expect(Object.values(refused).flat().length + accepted.length).toBeGreaterThanOrEqual(120)
})

test('a public address of this machine is recognised as its own, in any notation', () => {
  const entry = { netmask: '', mac: '', internal: false, cidr: null }
  const isOwn = createOwnAddresses(() => ({
    eth0: [
      { ...entry, address: '93.184.216.34', family: 'IPv4' },
      { ...entry, address: '2606:4700::10', family: 'IPv6', scopeid: 0 },
    ],
  }))
  expect(isOwn('93.184.216.34')).toBe(true)
  expect(isOwn('2606:4700:0:0:0:0:0:10')).toBe(true)
  expect(isOwn('93.184.216.35')).toBe(false)
})
