package web

import (
	"fmt"
	"net"
)

// lanURLs returns the addresses under which other machines reach a listener, those that are
// easiest to type first: IPv4 before IPv6, and private networks before others. It is empty
// for a listener of this machine alone.
func lanURLs(address net.Addr, interfaces []net.Addr) (urls []string) {
	tcp, ok := address.(*net.TCPAddr)
	if !ok || tcp.IP.IsLoopback() {
		return nil
	}
	if !tcp.IP.IsUnspecified() {
		return []string{urlOf(address)}
	}
	var ranked [3][]string
	for _, a := range interfaces {
		network, ok := a.(*net.IPNet)
		if !ok || !network.IP.IsGlobalUnicast() {
			continue // loopback, or IPv6 that is only good on one cable
		}
		rank := 2
		if network.IP.To4() != nil {
			rank = 1
			if network.IP.IsPrivate() {
				rank = 0
			}
		}
		ranked[rank] = append(ranked[rank], fmt.Sprintf("http://%s/", net.JoinHostPort(network.IP.String(), fmt.Sprint(tcp.Port))))
	}
	for _, some := range ranked {
		urls = append(urls, some...)
	}
	return urls
}

// urlOf returns what a browser on this machine opens.
func urlOf(address net.Addr) string {
	if tcp, ok := address.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("http://127.0.0.1:%d/", tcp.Port)
	}
	return "http://" + address.String() + "/"
}
